/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 file=text=LICENSE@0 time-out=60 */
/*
 * What the C library asks of a system, function by function: all of it links, on
 * every board, and does what weft/core.h says.
 */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	US_PER_S = 1000000,
	SLEEP_US = 1200000 /* so that a whole second is among it */
};

static bool fails(long result, int error)
{
	bool ok = result == -1 && errno == error;

	errno = 0;
	return ok;
}

/* Time from the clock, in units of which `per_second` are a second. */
static uint64_t now(uint32_t per_second)
{
	return weft_cycles() * per_second / weft_cycles_in_us(US_PER_S);
}

static bool tells_time(void)
{
	uint64_t first = now(US_PER_S), us, last;
	struct timezone zone = {.tz_minuteswest = 9};
	struct timeval tv;
	time_t kept = 0, seconds;
	bool ok =
		gettimeofday(&tv, &zone) == 0 && gettimeofday(NULL, NULL) == 0;

	last = now(US_PER_S);
	us = (uint64_t)tv.tv_sec * US_PER_S + (uint32_t)tv.tv_usec;
	ok &= first <= us && us <= last && tv.tv_usec >= 0 &&
	      tv.tv_usec < US_PER_S && zone.tz_minuteswest == 0;
	seconds = time(&kept);
	return ok && kept == seconds && seconds >= tv.tv_sec &&
	       (uint64_t)seconds <= now(1);
}

static bool counts_ticks(void)
{
	uint64_t first = now(CLOCKS_PER_SEC);
	struct tms used = {.tms_stime = 9};
	clock_t ticks = times(&used), later = clock();

	return first <= ticks && ticks <= later &&
	       later <= now(CLOCKS_PER_SEC) && used.tms_utime == ticks &&
	       used.tms_stime == 0 && used.tms_cutime == 0;
}

/* Time that nobody works in is time, too. */
static bool time_passes(void)
{
	time_t before = time(NULL);
	uint32_t flag;
	bool ok = weft_flags_alloc(1, &flag) == WEFT_OK &&
		  weft_flag_wait(flag, 1, SLEEP_US) == WEFT_ERR_TIMEOUT;

	return ok && time(NULL) > before;
}

static bool knows_files(void)
{
	bool here = weft_rank() == 0;
	struct stat st;
	bool ok = fails(stat("absent", &st), ENOENT) &&
		  fails(unlink("absent"), ENOENT) &&
		  fails(link("absent", "new"), ENOENT) &&
		  fails(mkdir("absent", 0700), EROFS);

	if (here) {
		ok &= stat("text", &st) == 0 && S_ISREG(st.st_mode) &&
		      st.st_size > 1000 && fails(unlink("text"), EROFS) &&
		      fails(link("text", "new"), EROFS) &&
		      fails(mkdir("text", 0700), EEXIST);
	}
	return ok && fails(remove("text"), here ? EROFS : ENOENT) &&
	       fails(rename("text", "new"), here ? EROFS : ENOENT) &&
	       !fopen("text", "w") && fails(-1, EROFS) && !tmpfile();
}

/* As a program does that adds to a log file. */
static bool writes(const char *name)
{
	FILE *log = fopen(name, "a+b");

	return log && fprintf(log, "# to %s\n", name) > 0 && fclose(log) == 0;
}

static bool has_streams(void)
{
	int fd = open("text", O_RDONLY);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "r");

	if (!writes("/dev/stdout") || !writes("/dev/stderr")) {
		return false;
	}
	if (!stream) {
		return weft_rank() > 0;
	}
	return fgetc(stream) != EOF && fclose(stream) == 0 &&
	       fails(close(fd), EBADF);
}

static bool knows_itself(void)
{
	char room[4] = "", *at = getcwd(room, sizeof(room));

	errno = 0;
	if (at != room || strcmp(room, "/") != 0 || getcwd(room, 1) ||
	    !fails(-1, ERANGE) || getcwd(NULL, 0) || !fails(-1, EINVAL)) {
		return false;
	}
	return getpid() > 0 && kill(getpid(), 0) == 0 &&
	       fails(kill(getpid() + 1, SIGTERM), ESRCH);
}

static bool knows_its_board(void)
{
	char name[64] = "";
	struct utsname uts;

	errno = 0;
	return gethostname(name, 1) == -1 && errno == ENAMETOOLONG &&
	       gethostname(name, sizeof(name)) == 0 &&
	       strcmp(name, ARCH_NAME) == 0 && uname(&uts) == 0 &&
	       strcmp(uts.sysname, "weft") == 0 &&
	       strcmp(uts.nodename, name) == 0 && strlen(uts.release) == 8 &&
	       strspn(uts.release, "0123456789abcdef") == 8 && getuid() == 0;
}

static bool has_no_processes(void)
{
	char name[] = "text", *argv[] = {name, NULL};
	sigset_t set = 0;
	int status;

	errno = 0;
	return fails(fork(), ENOSYS) && fails(wait(&status), ENOSYS) &&
	       fails(execve(name, argv, argv), ENOSYS) &&
	       fails(fcntl(1, F_GETFL), ENOSYS) &&
	       fails(sigprocmask(SIG_BLOCK, &set, NULL), ENOSYS) &&
	       fails(getentropy(name, sizeof(name)), ENOSYS) && !system(NULL);
}

static bool aligned(void *p, size_t n)
{
	return p && ((uintptr_t)p & (n - 1)) == 0;
}

static bool aligns_memory(void)
{
	char *p = aligned_alloc(256, 512);
	void *q = NULL;
	bool ok = aligned(p, 256) && posix_memalign(&q, 64, 10) == 0 &&
		  aligned(q, 64) && posix_memalign(&q, 3, 10) == EINVAL &&
		  posix_memalign(&q, 64, SIZE_MAX / 2) == ENOMEM;

	if (p) {
		tap_fill(p, 512, 1);
		ok &= tap_same(p, 512, 1);
	}
	free(p);
	return ok;
}

int main(void)
{
	tap_begin();
	tap_ok(time_passes(), "time passes while a core waits");
	/* Then no time is 0, and all clocks have whole seconds. */
	tap_ok(tells_time(), "time and gettimeofday: since the start");
	tap_ok(counts_ticks(), "clock and times: the same in ticks");
	tap_ok(knows_files(), "stat; nothing is removed, renamed, made");
	tap_ok(has_streams(), "streams on a descriptor, and to the console");
	tap_ok(knows_itself(), "a core is one process");
	tap_ok(knows_its_board(), "uname, gethostname, getuid");
	tap_ok(has_no_processes(), "what is not there is ENOSYS");
	tap_ok(aligns_memory(), "aligned memory");
	return tap_end();
}
