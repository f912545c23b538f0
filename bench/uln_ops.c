/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu,arm-qemu cores=2 count=instructions */
/*
 * Instructions of what fibers do most (M. A. Parker's user-level notification, "uln"): a
 * switch from one to the other, also while others wait; a wake; a wait for what is there.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	OPS = 64,
	WAITING = 7,
	OWN = 256,
};

static struct weft_fiber other, waiting[WAITING];
static weft_event_t event;
static uint32_t seen;
static volatile bool over;

static void create(struct weft_fiber *fiber, weft_fiber_main *main)
{
	size_t bytes = weft_fiber_stack(OWN);
	void *stack = malloc(bytes);

	if (!stack || weft_fiber_create(fiber, main, NULL, stack, bytes,
					WEFT_FIBER_NORMAL)) {
		weft_panic("no fiber");
	}
}

/* So often that a loop around it does not count. */
static void yield_8(void)
{
	weft_fiber_yield();
	weft_fiber_yield();
	weft_fiber_yield();
	weft_fiber_yield();
	weft_fiber_yield();
	weft_fiber_yield();
	weft_fiber_yield();
	weft_fiber_yield();
}

/* It switches as often as who measures does. */
static int yields(void *unused)
{
	(void)unused;
	while (!over) {
		yield_8();
	}
	return 0;
}

static int waits(void *unused)
{
	(void)unused;
	return weft_fiber_park(weft_fiber_stage(), WEFT_FOREVER);
}

static void do_wake(void)
{
	weft_fiber_wake(&waiting[0]);
}

static void do_post(void)
{
	weft_event_post(event);
}

static void park_4(void)
{
	weft_event_wait(event, seen, WEFT_FOREVER);
	weft_event_wait(event, seen, WEFT_FOREVER);
	weft_event_wait(event, seen, WEFT_FOREVER);
	weft_event_wait(event, seen, WEFT_FOREVER);
}

static void do_fiber_park_there(void)
{
	weft_fiber_park(weft_fiber_stage() - 1, WEFT_FOREVER);
}

static void measure(const char *params, void (*op)(void), int each)
{
	if (weft_rank() == 0) {
		printf("weft-bench: uln %s ops=%d cores=one\n", params,
		       OPS * each);
	}
	op(); /* once before, so that all paths are warm */
	bench_begin();
	for (int n = 0; n < OPS; n++) {
		op();
	}
	bench_end();
}

int main(void)
{
	if (weft_event_open(WEFT_NOBODY, &event)) {
		weft_panic("no event");
	}
	create(&other, yields);
	measure("op=switch", yield_8, 16);
	for (uint32_t i = 0; i < WAITING; i++) {
		create(&waiting[i], waits);
	}
	weft_fiber_yield();
	measure("op=switch,waiting=7", yield_8, 16);
	measure("op=wake", do_wake, 1);
	measure("op=post", do_post, 1);
	seen = weft_event_stage(event) - 1;
	measure("op=park_there", park_4, 4);
	measure("op=park_there,for=wake", do_fiber_park_there, 1);
	over = true;
	for (uint32_t i = 0; i < WAITING; i++) {
		weft_fiber_wake(&waiting[i]);
		weft_fiber_join(&waiting[i], NULL, WEFT_FOREVER);
	}
	return weft_fiber_join(&other, NULL, WEFT_FOREVER);
}
