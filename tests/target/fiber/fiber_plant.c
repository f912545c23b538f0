/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=4 args=overflow tap=no exit=70 boards=scc-sim
   expect=panic:_stack_overflow time-out=30 */
/* weft-test: cores=4 args=overflow tap=no exit=70 boards=scc-qemu,arm-qemu
   expect=a_fiber_has_used_more_than_its_stack time-out=30 */
/* weft-test: cores=3 args=wake tap=no exit=70 boards=scc-sim env=WEFT_PATIENCE_US=2000
   expect=it_waited_for_a_ time-out=30 */
/*
 * Fibers that hang, and one that needs more stack than it has, planted: tests/hangs.t
 * demands that the report names them.  The argument says which.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	OWN = 1024,
	DEEP = 3 * OWN, /* less than what lies below the stack */
};

static uint32_t flags;
static struct weft_fiber fiber[3];

static void run(uint32_t i, weft_fiber_main *main)
{
	size_t bytes = weft_fiber_stack(OWN);
	uint8_t *room = tap_room(bytes + 4 * DEEP);

	if (weft_fiber_create(&fiber[i], main, NULL, room + 4 * DEEP, bytes,
			      WEFT_FIBER_NORMAL)) {
		weft_panic("no fiber");
	}
}

static int waits_for_flag(void *unused)
{
	(void)unused;
	return weft_flag_wait_from(3, flags, 7, WEFT_FOREVER);
}

static int waits_for_lock(void *unused)
{
	(void)unused;
	return weft_lock(1, WEFT_FOREVER);
}

static int waits_for_wake(void *unused)
{
	(void)unused;
	return weft_fiber_park(weft_fiber_stage(), WEFT_FOREVER);
}

/* Rank 1 holds its lock for good; each fiber of rank 2 waits for something else. */
static void hang(void)
{
	if (weft_rank() == 1) {
		weft_lock(1, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 2) {
		run(0, waits_for_flag);
		run(1, waits_for_lock);
		run(2, waits_for_wake);
		weft_fiber_join(&fiber[0], NULL, WEFT_FOREVER);
	}
}

/* Nobody wakes it, so that the core loses its patience. */
static void wake(void)
{
	run(0, waits_for_wake);
	weft_fiber_join(&fiber[0], NULL, WEFT_FOREVER);
}

static __attribute__((noinline)) uint32_t fill(size_t n)
{
	volatile uint8_t frame[64];
	uint32_t sum = 0, value;

	for (uint32_t i = 0; i < sizeof(frame); i++) {
		frame[i] = (uint8_t)i;
	}
	if (n > sizeof(frame)) {
		sum = fill(n - sizeof(frame));
	} else {
		weft_flag_read(0, flags, &value); /* the simulator looks here */
	}
	return sum + frame[n & 63];
}

/* What handlers and the library would have had is used up, too. */
static int goes_deep(void *unused)
{
	(void)unused;
	fill(weft_fiber_stack(0) + DEEP);
	weft_fiber_yield();
	return 0;
}

static void overflow(void)
{
	if (weft_rank() == 2) {
		run(0, goes_deep);
		weft_fiber_join(&fiber[0], NULL, WEFT_FOREVER);
	}
}

int main(int argc, char **argv)
{
	if (weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	if (argc > 1 && !strcmp(argv[1], "overflow")) {
		overflow();
	} else if (argc > 1 && !strcmp(argv[1], "wake")) {
		wake();
	} else {
		hang();
	}
	return 0;
}
