/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=4 args=nothing tap=no time-out=30 */
/*
 * Hangs and faults, planted: tests/hangs.t demands that the report names the
 * culprit and the word.  The argument says which.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/wait.h"

static uint32_t flags;

static void nothing(void)
{
}

/* Rank 2 is to write rank 0's flag, and goes on without. */
static void lost_flag(void)
{
	if (weft_rank() == 0) {
		weft_flag_wait_from(2, flags, 1, WEFT_FOREVER);
	}
}

/* Rank 1 writes the epoch before the one that rank 3 waits for. */
static void wrong_epoch(void)
{
	if (weft_rank() == 1) {
		weft_flag_write(3, flags, 4);
	} else if (weft_rank() == 3) {
		weft_flag_wait_from(1, flags, 5, WEFT_FOREVER);
	}
}

static void skipped_barrier(void)
{
	if (weft_rank() != 2) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
}

static void self_wait(void)
{
	if (weft_rank() == 1) {
		weft_flag_wait_from(1, flags, 1, WEFT_FOREVER);
	}
}

/* Ranks 1, 2 and 3 in a ring, each before it would let the next one go. */
static void ring(void)
{
	uint32_t me = weft_rank(), from = me == 3 ? 1 : me + 1;

	if (me > 0) {
		weft_flag_wait_from(from, flags, 1, WEFT_FOREVER);
		weft_flag_write(me == 1 ? 3 : me - 1, flags, 1);
	}
}

static void null_window(void)
{
	volatile uint32_t *volatile window = NULL;

	if (weft_rank() == 3) {
		window[2] = 1;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* What broke it has broken the record of its wait, which the report reads. */
static void in_report(void)
{
	volatile uint32_t *volatile window = NULL;

	if (weft_rank() == 3) {
		memset(&rt_wait, 0x5a, sizeof(rt_wait));
		window[3] = 1;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static uint32_t deeper(uint32_t n)
{
	volatile uint8_t frame[512];

	frame[n & 511] = (uint8_t)n;
	return n == 0 ? 0 : deeper(n - 1) + frame[n & 511];
}

static void stack_overflow(void)
{
	if (weft_rank() == 2) {
		printf("%u\n", (unsigned)deeper(1 << 20));
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* A little too deep: where nothing notices that, the run goes on. */
static __attribute__((noinline)) void fill_stack(void)
{
	volatile uint8_t frame[ARCH_STACK_BYTES];

	memset((uint8_t *)frame, 1, sizeof(frame));
}

static void stack_full(void)
{
	if (weft_rank() == weft_size() - 1) {
		fill_stack();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* One frame that reaches far beyond what lies unmapped below a stack. */
static __attribute__((noinline)) void fill_frame(void)
{
	volatile uint8_t frame[4 << 20];

	memset((uint8_t *)frame, 1, sizeof(frame));
}

static void large_frame(void)
{
	if (weft_rank() == 2) {
		fill_frame();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* A bad pointer in the hands of the library, and of the C library. */
static void bad_source(void)
{
	uint32_t heap;

	if (weft_mpb_alloc(64, &heap) == 0 && weft_rank() == 3) {
		weft_put(weft_at(2, heap), (const void *)(uintptr_t)8, 64);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void bad_copy(void)
{
	char *volatile to = NULL;
	char text[64] = "";

	if (weft_rank() == 3) {
		strcpy(to, text);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void divide(void)
{
	volatile int none = 0;

	if (weft_rank() == 1) {
		printf("%d\n", 7 / none);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* A fault on the Epiphany, and nowhere else. */
static void unaligned(void)
{
	static uint32_t words[2];
	volatile uint32_t *volatile odd = (void *)((uint8_t *)words + 1);

	if (weft_rank() == 1) {
		*odd = 1;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Rank 1 spins in a loop of its own while the others wait for it. */
static void busy(void)
{
	while (weft_rank() == 1) {
		__asm__ volatile("" ::: "memory");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void panic(void)
{
	if (weft_rank() == 1) {
		weft_panic("planted"); /* rank 1 alone */
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Rank 2 keeps the lock that all others want. */
static void held_lock(void)
{
	if (weft_rank() == 2) {
		weft_lock(1, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		weft_lock(1, WEFT_FOREVER);
	}
}

/* Ranks 0 and 2 each hold what the other wants; the lock at 0 is not its own. */
static void two_locks(void)
{
	uint32_t me = weft_rank(), first = me == 0 ? 3 : 0;

	if (me == 0 || me == 2) {
		weft_lock(first, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0 || me == 2) {
		weft_lock(3 - first, WEFT_FOREVER);
	}
}

/* All are busy, and nothing is wrong. */
static void for_ever(void)
{
	while (!weft_barrier(WEFT_WORLD, WEFT_FOREVER)) {
	}
}

static void all_panic(void)
{
	weft_panic("planted");
}

/* What only sanitizers find: tests/mpi/sanitized.t. */
static char beyond[8];
static volatile uint32_t eight = 8;
static volatile int32_t largest = INT32_MAX;

static void beyond_global(void)
{
	char *volatile at = beyond;

	at[eight] = 1;
}

static void beyond_frame(void)
{
	char frame[8];
	char *volatile at = frame;

	at[eight] = 1;
}

static void overflow(void)
{
	largest = largest + (int32_t)eight;
}

static const struct {
	const char *name;
	void (*plant)(void);
} plants[] = {
	{"nothing", nothing},
	{"lost_flag", lost_flag},
	{"wrong_epoch", wrong_epoch},
	{"skipped_barrier", skipped_barrier},
	{"self_wait", self_wait},
	{"ring", ring},
	{"null_window", null_window},
	{"in_report", in_report},
	{"stack_overflow", stack_overflow},
	{"stack_full", stack_full},
	{"large_frame", large_frame},
	{"bad_source", bad_source},
	{"bad_copy", bad_copy},
	{"divide", divide},
	{"unaligned", unaligned},
	{"busy", busy},
	{"panic", panic},
	{"held_lock", held_lock},
	{"two_locks", two_locks},
	{"for_ever", for_ever},
	{"all_panic", all_panic},
	{"beyond_global", beyond_global},
	{"beyond_frame", beyond_frame},
	{"overflow", overflow},
};

int main(int argc, char **argv)
{
	if (weft_flags_alloc(1, &flags)) {
		return 2;
	}
	for (size_t i = 0; i < sizeof(plants) / sizeof(plants[0]); i++) {
		if (argc == 2 && strcmp(argv[1], plants[i].name) == 0) {
			plants[i].plant();
			return 0;
		}
	}
	return argc == 2 && strcmp(argv[1], "minus") == 0 ? -1 : 2;
}
