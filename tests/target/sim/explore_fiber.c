/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=words tap=no time-out=30 */
/* weft-test: boards=scc-sim cores=2 modes=strict tap=no args=join|park
   env=WEFT_TICK_US=0 o=explore=time:any */
/* weft-test: boards=scc-sim cores=3 modes=strict tap=no args=join|park
   env=WEFT_TICK_US=0 o=explore=time:any,executions:200 */
/* weft-test: boards=scc-sim cores=2,3 modes=strict tap=no args=join|park
   env=WEFT_TICK_US=0 o=explore=time:any,executions:20000 full=1 time-out=1200 */
/*
 * Fibers that wait, in small, for the explorer: see explore.h.  Rank 1 has two.  Of join and
 * park, with deadlines (time:any), all orders are played with two cores.  Fibers wait for an
 * event there: a core that polls for one of several words has no timer, so its deadline would
 * come last.
 */
#include <stdlib.h>

#include "explore.h"

static struct weft_fiber fiber;
static void *stack;
static size_t bytes;
static weft_event_t event;

static void room(void)
{
	bytes = weft_fiber_stack(1024);
	stack = malloc(bytes);
	if (!stack || weft_event_open(0, &event)) {
		weft_panic("no room");
	}
}

static int waits_for_word(void *unused)
{
	(void)unused;
	weft_flag_wait(flag(0), 1, WEFT_FOREVER);
	result |= 1;
	return 0;
}

static void with_fiber(weft_fiber_main *main)
{
	weft_fiber_create(&fiber, main, NULL, stack, bytes, WEFT_FIBER_NORMAL);
	weft_flag_wait(flag(1), 1, WEFT_FOREVER);
	result |= 2;
	weft_fiber_join(&fiber, NULL, WEFT_FOREVER);
}

/* Each waits for a word of its own. */
static void words(void)
{
	if (arch_rank() == 0) {
		arch_flag_write(1, flag(1), 1);
		arch_flag_write(1, flag(0), 1);
	} else if (arch_rank() == 1) {
		with_fiber(waits_for_word);
	}
}

/* Stage, look, wait; planted: it looks, then stages. */
static int waits_for_event(void *unused)
{
	uint32_t seen = weft_event_stage(event);

	(void)unused;
	while (word(1, area) != 7) {
		if (planted) {
			seen = weft_event_stage(event);
		}
		weft_event_wait(event, seen, WEFT_FOREVER);
		seen = weft_event_stage(event);
		arch_acquire();
	}
	result |= 1;
	return 0;
}

/* One waits for a notification, the other for a word. */
static void notified(void)
{
	uint32_t seven = 7;

	if (arch_rank() == 0) {
		arch_put(1, ARCH_WINDOW_MPB, area, &seven, sizeof(seven));
		weft_notify(1);
		arch_flag_write(1, flag(1), 1);
	} else if (arch_rank() == 1) {
		with_fiber(waits_for_event);
	}
}

/* With deadlines: rank 1 joins a fiber that waits for another core, or parks until it wakes it. */

static struct weft_fiber *parked;

static int waits(void *unused)
{
	(void)unused;
	wrong |= weft_event_wait(event, 0, WEFT_FOREVER) != WEFT_OK;
	result |= 1;
	return parked ? weft_fiber_wake(parked) : 7;
}

static void create(void)
{
	wrong |= weft_fiber_create(&fiber, waits, NULL, stack, bytes,
				   WEFT_FIBER_NORMAL) != WEFT_OK;
}

static void join(void)
{
	int got = 0;

	if (arch_rank() != 1) {
		weft_notify(1);
		return;
	}
	create();
	if (!ok_or_late(weft_fiber_join(&fiber, &got, WITHIN_US))) {
		wrong |= got != 0;
		result |= 4;
		wrong |= weft_fiber_join(&fiber, &got, WEFT_FOREVER) != WEFT_OK;
	}
	wrong |= got != 7;
}

/* Until it is woken, and not before. */
static void park(void)
{
	uint32_t seen;

	if (arch_rank() != 1) {
		weft_notify(1);
		return;
	}
	parked = weft_fiber_self();
	create();
	seen = weft_fiber_stage();
	if (!ok_or_late(weft_fiber_park(seen, WITHIN_US))) {
		result |= 4;
		wrong |= weft_fiber_park(seen, WEFT_FOREVER) != WEFT_OK;
	}
	wrong |= !(result & 1);
	wrong |= weft_fiber_join(&fiber, NULL, WEFT_FOREVER) != WEFT_OK;
}

int main(int argc, char **argv)
{
	static const struct explore_case cases[] = {
		{"words", words, room, NULL},
		{"notified", notified, room, NULL},
		{"join", join, room, NULL},
		{"park", park, room, NULL},
	};

	return explore_main(argc, argv, cases,
			    sizeof(cases) / sizeof(cases[0]));
}
