/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 file=text=LICENSE@1,none=/dev/null@1 time-out=60 */
/*
 * Files that come with the run, by the C library's calls: read only, each
 * descriptor with a position of its own, and there for the core that has them.
 */
#define _DEFAULT_SOURCE 1

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST_OPEN = 8
};

static const char *text; /* as weft_file has it, on rank 1 */
static size_t size;

static bool fails(long result, int error)
{
	bool ok = result == -1 && errno == error;

	errno = 0;
	return ok;
}

static bool only_there(void)
{
	const void *data;
	bool mine = weft_file("text", &data, &size) == WEFT_OK;

	text = data;
	if (weft_rank() != 1) {
		return !mine && fails(open("text", O_RDONLY), ENOENT);
	}
	return mine && size > 1000;
}

static bool reads(void)
{
	char piece[100];
	size_t at = 0;
	int fd = open("text", O_RDONLY), n;
	bool ok = fd > STDERR_FILENO;

	while ((n = (int)read(fd, piece, sizeof(piece))) > 0) {
		ok &= memcmp(piece, text + at, (size_t)n) == 0;
		at += (size_t)n;
	}
	ok &= n == 0 && at == size && read(fd, piece, 1) == 0;
	return ok && close(fd) == 0 && fails(read(fd, piece, 1), EBADF);
}

static bool seeks(void)
{
	int fd = open("text", O_RDONLY), other = open("text", O_RDONLY);
	long end = (long)size;
	struct stat st;
	char c = 0;
	bool ok = lseek(fd, 7, SEEK_SET) == 7 && lseek(fd, 3, SEEK_CUR) == 10 &&
		  read(fd, &c, 1) == 1 && c == text[10] &&
		  lseek(other, 0, SEEK_CUR) == 0 &&
		  lseek(fd, -1, SEEK_END) == end - 1 &&
		  lseek(fd, 1, SEEK_CUR) == end;

	ok &= lseek(fd, 1, SEEK_END) == end + 1 && read(fd, &c, 1) == 0 &&
	      lseek(fd, 8, SEEK_CUR) == end + 9 && read(fd, &c, 1) == 0 &&
	      lseek(fd, -9, SEEK_CUR) == end &&
	      fails(lseek(fd, -1, SEEK_SET), EINVAL) &&
	      fails(lseek(fd, LONG_MAX, SEEK_CUR), EINVAL) &&
	      fails(lseek(fd, LONG_MIN, SEEK_CUR), EINVAL) &&
	      fails(lseek(fd, LONG_MIN, SEEK_SET), EINVAL) &&
	      fails(lseek(fd, 0, 9), EINVAL) &&
	      fails(lseek(1, 0, SEEK_SET), ESPIPE) &&
	      fails(lseek(99, 0, SEEK_SET), EBADF);
	ok &= fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == end &&
	      fstat(1, &st) == 0 && S_ISCHR(st.st_mode) &&
	      fails(fstat(99, &st), EBADF);
	return ok && close(fd) == 0 && close(other) == 0;
}

static bool limits(void)
{
	int fd[MOST_OPEN];
	bool ok = true;
	char c;

	for (int i = 0; i < MOST_OPEN; i++) {
		fd[i] = open("none", O_RDONLY);
		ok &= fd[i] > STDERR_FILENO && read(fd[i], &c, 1) == 0;
	}
	ok &= fails(open("text", O_RDONLY), EMFILE) && close(fd[3]) == 0 &&
	      open("text", O_RDONLY) == fd[3];
	for (int i = 0; i < MOST_OPEN; i++) {
		ok &= close(fd[i]) == 0;
	}
	return ok && fails(close(fd[0]), EBADF) && fails(close(-1), EBADF);
}

static bool refuses(void)
{
	char c = 0;

	return fails(open("text", O_WRONLY), EROFS) &&
	       fails(open("text", O_RDWR | O_CREAT, 0600), EROFS) &&
	       fails(write(0, &c, 1), EBADF) && fails(write(9, &c, 1), EBADF) &&
	       fails(read(-5, &c, 1), EBADF) && read(0, &c, 1) == 0 &&
	       isatty(1) && !isatty(0);
}

int main(void)
{
	bool there = weft_rank() == 1;

	tap_begin();
	tap_ok(only_there(), "a file is there for the core that has it");
	tap_ok(!there || reads(), "read to its end");
	tap_ok(!there || seeks(), "seek, also beyond the end");
	tap_ok(!there || limits(), "eight at a time, closed ones again");
	tap_ok(refuses(), "what cannot be is an error");
	return tap_end();
}
