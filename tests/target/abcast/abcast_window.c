/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3,17 env=WEFT_TICK_US=0,WEFT_CREDIT=1,WEFT_ABCAST_K=1 time-out=60 */
/* weft-test: cores=17 env=WEFT_TICK_US=0,WEFT_CREDIT=8,WEFT_EPOCH=0xfffffffa time-out=60 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 more=64 env=WEFT_TICK_US=0 time-out=60 */
/*
 * Receivers that do not take.  One that takes nothing of one root stops that root
 * after exactly W chunks, and nobody else; or, where all roots' chunks have one order,
 * every other root, too.  One that takes nothing at all, because it has not chosen yet,
 * stops every root after W.
 */
#include <weft/weft.h>

#include "collectives/abcast/abcast.h"
#include "runtime/progress.h"

#include "tests/target/tap.h"

enum {
	CORES = 144, /* at most */
	EXTRA = 5,   /* chunks beyond the window */
};

static uint32_t me, cores, W, total;
static struct weft_request *request;
static uint32_t *number;                     /* what is sent */
static volatile uint32_t seen[CORES], wrong; /* chunks taken, by root */
static volatile bool closed;                 /* to chunks of rank 0 .. */
static volatile uint32_t held;               /* .. of which so many came */
static weft_event_t event;

/* Chunk n of a root says n. */
static void take(uint32_t root, const void *data)
{
	const uint32_t *n = data;

	wrong += *n != ++seen[root];
	weft_event_post(event);
}

static bool arrived(struct inbox *inbox, uint32_t root, uint32_t n)
{
	if (root == 0 && closed) {
		held++;
		weft_event_post(event);
		return false;
	}
	take(root, inbox_slot(inbox, root, n)->data);
	return true;
}

static const struct inbox_delivery selective = {
	.arrived = arrived,
};

static void await(uint32_t root, uint32_t count)
{
	for (;;) {
		uint32_t staged = weft_event_stage(event);

		if (seen[root] + (root == 0 ? held : 0) >= count) {
			return;
		}
		weft_event_wait(event, staged, WEFT_FOREVER);
	}
}

static bool start(uint32_t n)
{
	bool ok = true;

	for (; n > 0; n--, total++) {
		number[total] = total + 1;
		ok &= !weft_abcast_start(&number[total], sizeof(number[0]),
					 &request[total]);
	}
	return ok;
}

static bool finished(enum weft_request_state state)
{
	bool ok = true;

	for (uint32_t i = 0; i < total; i++) {
		ok &= !weft_wait(&request[i], state, WEFT_FOREVER);
	}
	return ok;
}

/* The first W have left, and no other ever does. */
static bool stands_at(uint32_t n)
{
	bool ok = !weft_wait(&request[n - 1], WEFT_REUSABLE, WEFT_FOREVER);

	ok &= weft_wait(&request[n - W], WEFT_COMPLETE, 300) ==
	      WEFT_ERR_TIMEOUT;
	ok &= weft_wait(&request[n], WEFT_REUSABLE, 300) == WEFT_ERR_TIMEOUT;
	ok &= weft_test(&request[n - 1], WEFT_REUSABLE);
	return ok && !weft_test(&request[n], WEFT_REUSABLE) &&
	       !weft_test(&request[n - W], WEFT_COMPLETE);
}

/* The last core has not chosen, so all stop after W chunks; then it does. */
static bool chosen_late(void)
{
	bool late = me == cores - 1, ok = true;

	closed = false;
	if (!late) {
		ok &= !inbox_choose(&abcast.inbox, &selective);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (!late) {
		ok &= start(W + EXTRA) && stands_at(W);
		for (uint32_t root = 0; root < cores - 1; root++) {
			if (root != me) {
				await(root, W);
			}
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t root = 0; root < cores; root++) {
		ok &= seen[root] ==
		      (late || root == me || root == cores - 1 ? 0 : W);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (late) {
		ok &= !inbox_choose(&abcast.inbox, &selective) &&
		      start(W + EXTRA);
	}
	ok &= finished(WEFT_COMPLETE);
	for (uint32_t root = 0; root < cores; root++) {
		await(root == me ? (me ? 0 : 1) : root, W + EXTRA);
	}
	return ok && wrong == 0;
}

/*
 * One core takes nothing of rank 0.  With a tree for each root the others' sends all
 * complete; with one order for all, what comes after rank 0's first chunk does not.
 */
static bool one_root_stands(void)
{
	uint32_t before = W + EXTRA;
	bool ok = true, trees = abcast_engine() == &abcast_trees;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	closed = me == cores - 1;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		ok &= start(W + EXTRA);
	} else {
		await(0, before + 1);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me != 0) {
		ok &= start(W + EXTRA);
	}
	ok &= me != 0 && trees ? finished(WEFT_COMPLETE)
			       : stands_at(before + W);
	if (me != 0) {
		await(0, before + W);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= me == 0 || seen[0] == before + (closed ? 0 : W);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (closed) { /* now it takes what it has kept, and all that comes */
		arch_irq_state state = arch_irq_save();

		closed = false;
		held = 0;
		for (uint32_t n = abcast_in(0)->delivered;
		     n != abcast_in(0)->come;) {
			arrived(&abcast.inbox, 0, ++n);
			inbox_delivered(&abcast.inbox, 0, n);
		}
		arch_irq_restore(state);
		rt_progress();
	}
	ok &= finished(WEFT_COMPLETE);
	if (me > 0) {
		await(0, before + W + EXTRA);
	}
	return ok && wrong == 0;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	W = abcast.inbox.window;
	tap_begin();
	tap_cores(CORES);
	request = tap_room(2 * (W + EXTRA) * sizeof(*request));
	number = tap_room(2 * (W + EXTRA) * sizeof(*number));
	ok = !weft_event_open(WEFT_NOBODY, &event);
	tap_ok(ok, "ready");
	tap_ok(chosen_late(), "who has not chosen stops all after %u",
	       (unsigned)W);
	tap_ok(one_root_stands(), "who takes nothing of one stops that one%s",
	       abcast_engine() == &abcast_trees ? "" : ", and so all");
	return tap_end();
}
