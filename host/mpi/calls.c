/* SPDX-License-Identifier: Apache-2.0 */
/* What an image asks its process for: time, sleep, signals, console, the end. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/host.h"
#include "host/mpi/core.h"

#define NS          UINT64_C(1000000000)
#define MS          UINT64_C(1000000)
#define TOLD_WITHIN (2 * NS)  /* what all wait for, before a panic ends them */
#define WRITE_ALONE (10 * NS) /* for others' writing, at most */

enum {
	LOOKS_BRIEF = 400, /* some 20 us, where each core has a processor */
	LOOKS_CROWDED = 8,
};

static uint64_t host_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS + (uint64_t)now.tv_nsec;
}

uint64_t calls_now(void)
{
	return host_now() - core.begin;
}

static struct timespec span_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / NS),
				 .tv_nsec = (long)(ns % NS)};
}

/*
 * The thread sanitizer keeps a signal that comes just before a sleep until after it
 * (thread_sanitizer.c), so there a sleep is brief.
 */
static uint64_t until(uint64_t deadline)
{
#if defined(__SANITIZE_THREAD__)
	uint64_t soon = calls_now() + 10 * MS;

	return deadline < soon ? deadline : soon;
#else
	return deadline;
#endif
}

/* On the host's clock; far ones stay far. */
static struct timespec time_of(uint64_t deadline)
{
	return span_of(deadline < ARCH_NEVER - core.begin
			       ? deadline + core.begin
			       : ARCH_NEVER);
}

void calls_sleep(const volatile uint32_t *word, uint32_t seen,
		 uint64_t deadline)
{
	struct timespec end;

	deadline = until(deadline);
	end = time_of(deadline);
	core.sleeps = word == &core.cells[core.rank - core.first].pending;
	syscall(SYS_futex, word, FUTEX_WAIT_BITSET, seen,
		deadline == ARCH_NEVER ? NULL : &end, NULL,
		FUTEX_BITSET_MATCH_ANY);
	core.sleeps = false;
}

void calls_wake(const volatile uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

/* No lost wake-up: it says that it dozes, then looks at all rings once more. */
void calls_ring(void)
{
	uint32_t *dozes = &core.shared->dozes;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__atomic_load_n(dozes, __ATOMIC_RELAXED) &&
	    __atomic_exchange_n(dozes, 0, __ATOMIC_RELAXED)) {
		calls_wake(dozes);
	}
}

static void yield(void)
{
	sched_yield();
}

static void pause_us(uint32_t us)
{
	struct timespec time = span_of((uint64_t)us * 1000);

	nanosleep(&time, NULL);
}

/* Older kernels sleep for one word only: then this one sleeps for a while. */
void calls_sleep_any(const volatile uint32_t *const *words,
		     const uint32_t *seen, uint32_t n, uint64_t deadline)
{
	struct futex_waitv list[FUTEX_WAITV_MAX];
	struct timespec end;

	deadline = until(deadline);
	end = time_of(deadline);
	for (uint32_t i = 0; i < n; i++) {
		list[i] = (struct futex_waitv){.val = seen[i],
					       .uaddr = (uintptr_t)words[i],
					       .flags = FUTEX_32};
	}
	if (syscall(SYS_futex_waitv, list, n, 0,
		    deadline == ARCH_NEVER ? NULL : &end,
		    CLOCK_MONOTONIC) < 0 &&
	    errno == ENOSYS) {
		pause_us(100);
	}
}

/* One that has ended needs no signal. */
void calls_signal(uint32_t rank, int number)
{
	syscall(SYS_tkill, core.pids[rank - core.first], number);
}

static void kick(uint32_t rank)
{
	calls_signal(rank, SIGNAL_INTERRUPT);
}

static void set_timer(uint64_t deadline)
{
	struct itimerspec when = {.it_value = {0, 0}}; /* never */

	if (deadline != ARCH_NEVER) {
		when.it_value = time_of(deadline);
	}
	timer_settime(core.timer, TIMER_ABSTIME, &when, NULL);
}

/* Not for ever: who has it may have been stopped. */
static void alone(void)
{
	uint64_t end = calls_now() + WRITE_ALONE;

	while (__atomic_exchange_n(&core.shared->console, 1,
				   __ATOMIC_ACQUIRE) &&
	       calls_now() < end) {
		calls_sleep(&core.shared->console, 1, calls_now() + MS);
	}
}

static void console_write(const char *text, uint64_t n)
{
	alone();
	while (n > 0) {
		ssize_t done = write(core.console, text, n);

		if (done < 0 && errno != EINTR) {
			break; /* who read it has gone */
		}
		text += done > 0 ? done : 0;
		n -= done > 0 ? (uint64_t)done : 0;
	}
	__atomic_store_n(&core.shared->console, 0, __ATOMIC_RELEASE);
	calls_wake(&core.shared->console);
}

/* Myself last: it may be the end. */
void calls_signal_all(int number)
{
	uint32_t me = core.rank - core.first;

	for (uint32_t i = 1; i <= core.near; i++) {
		calls_signal(core.first + (me + i) % core.near, number);
	}
}

/* Who waits for whom, before all goes: every core says what it waits for. */
static void ask_all(void)
{
	uint64_t end = calls_now() + TOLD_WITHIN;
	uint32_t told;

	calls_signal_all(SIGNAL_TELL);
	while ((told = __atomic_load_n(&core.shared->told, __ATOMIC_ACQUIRE)) <
		       core.count &&
	       calls_now() < end) {
		calls_sleep(&core.shared->told, told, end);
	}
}

/* The first core to come decides; others wait for the end that it brings. */
static bool first(uint32_t *word, uint32_t value)
{
	uint32_t nobody = 0;

	return __atomic_compare_exchange_n(word, &nobody, value, false,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void calls_stop(uint32_t stop)
{
	if (first(&core.shared->stop, stop)) {
		calls_signal_all(SIGNAL_STOP);
	}
}

static _Noreturn void stop(enum arch_verdict verdict)
{
	bool asks = verdict != ARCH_PANIC;

	if (verdict == ARCH_PANIC &&
	    first(&core.shared->panicked, 1 + core.rank)) {
		ask_all();
		asks = true;
	}
	if (asks) {
		calls_stop(1 + (uint32_t)verdict);
	}
	for (;;) {
		pause();
	}
}

/*
 * What starts processes reads their output and writes it out in its own order and
 * pieces.  Its own output is taken instead, where it lets us.
 */
static void open_console(void)
{
	const char *path = getenv("WEFT_MPI_CONSOLE");
	int fd = path ? open(path, O_WRONLY | O_CLOEXEC) : -1;

	core.console = fd < 0 ? STDOUT_FILENO : fd;
}

void calls_init(void)
{
	uint32_t processors = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
	bool crowded = core.here > processors;
	struct sigevent to_me = {.sigev_notify = SIGEV_THREAD_ID,
				 .sigev_signo = SIGNAL_INTERRUPT};

	uint64_t begin = 0;

	/* A node has a thread more, where there are more nodes than one. */
	core.stands_in = core.nodes > 1 &&
			 core.here + core.here / core.near > processors;
	to_me._sigev_un._tid = gettid();
	core.begin = host_now();
	if (!__atomic_compare_exchange_n(&core.shared->begin, &begin,
					 core.begin, false, __ATOMIC_SEQ_CST,
					 __ATOMIC_SEQ_CST)) {
		core.begin = begin; /* the first one's */
	}
	if (timer_create(CLOCK_MONOTONIC, &to_me, &core.timer) != 0) {
		die(STATUS_HOST, "no timer: %s", strerror(errno));
	}
	open_console();
	core.host = (struct mpi_host){
		.abi = MPI_ABI,
		.rank = core.rank,
		.count = core.count,
		.first = core.first,
		.near = core.near,
		.node = core.node,
		.nodes = core.nodes,
		.firsts = core.firsts,
		.looks = crowded ? LOOKS_CROWDED : LOOKS_BRIEF,
		.yields = crowded,
		.window_bytes = core.window_bytes,
		.window_shift = core.window_shift,
		.windows = core.windows,
		.cells = core.cells,
		.common = core.common,
		.common_bytes = core.common ? COMMON_BYTES : 0,
		.channel = core.channels
				   ? &core.channels[core.rank - core.first]
				   : NULL,
		.boot = core.boot,
		.now = calls_now,
		.sleep = calls_sleep,
		.sleep_any = calls_sleep_any,
		.wake = calls_wake,
		.ring = calls_ring,
		.yield = yield,
		.pause = pause_us,
		.kick = kick,
		.timer = set_timer,
		.private_of = private_of,
		.console = console_write,
		.stop = stop,
	};
}
