/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu,arm-qemu cores=2 count=instructions */
/*
 * Instructions of what fibers do most (M. A. Parker's user-level notification, "uln"): a
 * switch from one to the other, also while others wait; a wake; a wait for what is there.
 * And of a connection, here of a core to itself: a put of a note; receiving and releasing
 * one that is there, by a wait for it (poll) or staged for a notification.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	OPS = 64,
	WAITING = 7,
	OWN = 256,
	NOTES = WEFT_NOTES,
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

static struct weft_connection self;

static void must(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void do_send(void)
{
	struct weft_note note = {.flags = WEFT_NEAR};

	must(weft_connection_put(&self, &note, WEFT_FOREVER));
}

static void do_receive(void)
{
	struct weft_note note;

	must(weft_connection_receive(&self, &note, WEFT_FOREVER));
	must(weft_connection_release(&self, note.number));
}

static void do_receive_notified(void)
{
	struct weft_note note;

	seen = weft_event_stage(event);
	must(weft_connection_receive(&self, &note, 0));
	must(weft_connection_release(&self, note.number));
}

static void repeat(void (*op)(void))
{
	for (int n = 0; n < NOTES; n++) {
		op();
	}
}

/* A ring of them at once. */
static void measure_ring(const char *params, void (*op)(void))
{
	if (weft_rank() == 0) {
		printf("weft-bench: uln %s ops=%d cores=one\n", params, NOTES);
	}
	bench_begin();
	repeat(op);
	bench_end();
}

static void messages(void)
{
	static const struct weft_connection_shape shape = {NOTES, 0, 32};

	must(weft_connection_create(&self, &shape, weft_rank(), weft_rank()));
	must(weft_connection_accept(&self, NULL, 0, true));
	repeat(do_send); /* once before, so that all paths are warm */
	repeat(do_receive);
	measure_ring("op=send", do_send);
	measure_ring("op=receive", do_receive);
	repeat(do_send);
	measure_ring("op=notified_receive", do_receive_notified);
}

int main(void)
{
	if (weft_event_open(WEFT_NOBODY, &event)) {
		weft_panic("no event");
	}
	messages();
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
