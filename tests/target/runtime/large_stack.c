/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,mpi cores=1,3 env=WEFT_STACK=3000009
   time-out=100 */
/* weft-test: boards=scc-sim cores=2 args=over env=WEFT_STACK=1999500 exit=70 tap=no
   expect=too_small time-out=60 */
/*
 * main on a stack that the run has asked for: an array of 2 MB, waits and handlers above it,
 * fibers beside it, and an end by exit.  Where the array is larger than the stack, the end
 * says so.  The size is no multiple of what stacks are aligned to.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LARGE = 2000000,
	STEP = 4000
};

/* All of it, or some of it only. */
static bool uses(uint32_t step)
{
	volatile uint8_t large[LARGE];
	bool ok = true;

	for (uint32_t i = 0; i < LARGE; i += step) {
		large[i] = (uint8_t)(i / STEP);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < LARGE; i += STEP) {
		ok = ok && large[i] == (uint8_t)(i / STEP);
	}
	return ok;
}

/* A handler of others' comes while nothing but this stack is there. */
static bool is_interrupted(void)
{
	weft_rank_t next = weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
	weft_event_t event;
	bool ok = weft_event_open(WEFT_ANYONE, &event) == WEFT_OK;
	uint32_t seen = weft_event_stage(event);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_notify(next);
	return ok && (weft_event_stage(event) != seen ||
		      weft_event_wait(event, seen, WEFT_FOREVER) == WEFT_OK);
}

static int is_met(void *met)
{
	weft_fiber_yield();
	*(bool *)met = true;
	return LARGE;
}

/* Another stack, and back to this one, by a yield and by a wait. */
static bool is_met_again(void)
{
	static struct weft_fiber fiber;
	size_t bytes = weft_fiber_stack(4096);
	bool met = false;
	int result = 0;

	if (weft_fiber_create(&fiber, is_met, &met, tap_room(bytes), bytes,
			      WEFT_FIBER_NORMAL)) {
		return false;
	}
	weft_fiber_yield();
	return weft_fiber_join(&fiber, &result, WEFT_FOREVER) == WEFT_OK &&
	       met && result == LARGE;
}

int main(int argc, char **argv)
{
	(void)argv;
	tap_begin();
	tap_ok(uses(argc > 1 ? 1 : STEP), "an array of %d bytes", LARGE);
	tap_ok(is_interrupted(), "handlers on that stack");
	tap_ok(is_met_again(), "fibers beside that stack");
	exit(tap_end());
}
