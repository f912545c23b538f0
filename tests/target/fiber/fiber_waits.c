/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed seeds=5 time-out=60 */
/*
 * Each call that waits lets other fibers run.  What it waits for comes about only when
 * another fiber of the same core has run meanwhile, so a call that keeps the core is a
 * hang.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	OWN = 600,
	BYTES = 100,
	DMA = 1024, /* bytes that an engine moves, where there is one */
	SHORT_US = 300,
};

static uint32_t me, cores, flags, area;
static uint32_t next; /* core, whose lock is mine alone */
static struct weft_fiber fiber;
static void *stack;
static size_t bytes;

enum {
	GATE, /* flags, each written by one core in each test */
	MINE,
	FLAGS
};
static uint32_t turn; /* the flags' value */

static void run(weft_fiber_main *main, void *arg)
{
	if (weft_fiber_create(&fiber, main, arg, stack, bytes,
			      WEFT_FIBER_NORMAL)) {
		weft_panic("no fiber");
	}
}

static bool ended(int result)
{
	int got = ~result;

	return !weft_fiber_join(&fiber, &got, WEFT_FOREVER) && got == result;
}

/* On one core ------------------------------------------------------------- */

static int writes_flag(void *arg)
{
	return weft_flag_write(me, weft_flag_at(flags, MINE), *(uint32_t *)arg);
}

static bool waits_for_flag(void)
{
	bool ok;

	turn++;
	run(writes_flag, &turn);
	ok = !weft_flag_wait(weft_flag_at(flags, MINE), turn, WEFT_FOREVER);
	return ended(0) && ok;
}

static int posts(void *arg)
{
	return weft_event_post(*(weft_event_t *)arg);
}

static bool waits_for_event(void)
{
	weft_event_t event;
	uint32_t seen;
	bool ok = !weft_event_open(WEFT_NOBODY, &event);

	run(posts, &event);
	seen = weft_event_stage(event);
	ok &= !weft_event_wait(event, seen, WEFT_FOREVER);
	ok &= weft_event_stage(event) == seen + 1;
	return ended(0) && !weft_event_close(event) && ok;
}

static volatile bool release;

/* Holds it until it is asked to let go, which main does not before it waits. */
static int holds_lock(void *arg)
{
	bool ok = !weft_lock(next, WEFT_FOREVER);

	(void)arg;
	ok &= weft_lock(next, WEFT_FOREVER) == WEFT_ERR_STATE;
	while (!release) {
		weft_fiber_yield();
	}
	weft_fiber_yield();
	return !weft_unlock(next) && ok;
}

static bool waits_for_lock(void)
{
	bool ok;

	release = false;
	run(holds_lock, NULL);
	weft_fiber_yield();
	ok = weft_unlock(next) == WEFT_ERR_STATE; /* not mine */
	ok &= weft_lock(next, SHORT_US) == WEFT_ERR_TIMEOUT;
	release = true;
	ok &= !weft_lock(next, WEFT_FOREVER) && !weft_unlock(next);
	return ended(1) && ok;
}

static int does_nothing(void *arg)
{
	(void)arg;
	weft_fiber_yield();
	return 5;
}

static bool waits_in_vain(void)
{
	weft_event_t event;
	bool ok = !weft_event_open(WEFT_NOBODY, &event);

	run(does_nothing, NULL);
	ok &= weft_flag_wait(weft_flag_at(flags, MINE), turn + 1, SHORT_US) ==
	      WEFT_ERR_TIMEOUT;
	ok &= ended(5);
	run(does_nothing, NULL);
	ok &= weft_event_wait(event, 0, SHORT_US) == WEFT_ERR_TIMEOUT;
	return ended(5) && !weft_event_close(event) && ok;
}

/* By all cores ------------------------------------------------------------ */

/*
 * `early` is in the call at once.  All others are kept out of it until a fiber of that
 * core has run.
 */
static int opens(void *arg)
{
	(void)arg;
	for (uint32_t rank = 0; rank < cores; rank++) {
		if (weft_flag_write(rank, weft_flag_at(flags, GATE), turn)) {
			return 1;
		}
	}
	return 0;
}

static bool gated(uint32_t early, bool (*call)(uint32_t early))
{
	bool ok;

	turn++;
	if (me == early) {
		run(opens, NULL);
		ok = call(early);
		return ended(0) && ok;
	}
	ok = !weft_flag_wait(weft_flag_at(flags, GATE), turn, WEFT_FOREVER);
	return call(early) && ok;
}

static bool barrier(uint32_t early)
{
	(void)early;
	return !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static bool dissemination(uint32_t early)
{
	(void)early;
	return !weft_barrier_dissemination(WEFT_FOREVER);
}

/* From the core after the early one, which waits for it. */
static bool bcast(uint32_t early)
{
	uint32_t root = early + 1 < cores ? early + 1 : 0;
	uint8_t data[BYTES];

	tap_message(data, sizeof(data), root, turn);
	return !weft_bcast(data, sizeof(data), root, WEFT_WORLD,
			   WEFT_FOREVER) &&
	       tap_same(data, sizeof(data), turn);
}

static bool receive(uint32_t early)
{
	uint32_t from = early + 1 < cores ? early + 1 : 0;
	uint8_t data[BYTES];

	tap_fill(data, sizeof(data), turn);
	if (me == from) {
		return !weft_send(data, sizeof(data), early, WEFT_FOREVER);
	}
	memset(data, 0, sizeof(data));
	return me != early ||
	       (!weft_recv(data, sizeof(data), from, WEFT_FOREVER) &&
		tap_same(data, sizeof(data), turn));
}

static bool send(uint32_t early)
{
	uint32_t to = early + 1 < cores ? early + 1 : 0;
	uint8_t data[BYTES];

	tap_fill(data, sizeof(data), turn);
	if (me == early) {
		return !weft_send(data, sizeof(data), to, WEFT_FOREVER);
	}
	memset(data, 0, sizeof(data));
	return me != to ||
	       (!weft_recv(data, sizeof(data), early, WEFT_FOREVER) &&
		tap_same(data, sizeof(data), turn));
}

/* A notification by the next core. */
static weft_event_t bell;

static bool notified(uint32_t early)
{
	uint32_t seen = weft_event_stage(bell);

	if (me == (early + 1 < cores ? early + 1 : 0)) {
		return !weft_notify(early);
	}
	return me != early || !weft_event_wait(bell, seen, WEFT_FOREVER);
}

/* Requests end without the caller; so only that they can be waited for. */
static bool request(uint32_t early)
{
	struct weft_request put = {0}, get = {0};
	uint8_t *data = tap_room(DMA), *back = tap_room(DMA);
	struct weft_addr far = weft_at(early, area);
	bool ok = true;

	if (me == early) {
		tap_fill(data, DMA, turn);
		ok &= !weft_put_start(far, data, DMA, &put);
		ok &= !weft_wait(&put, WEFT_COMPLETE, WEFT_FOREVER);
		ok &= !weft_get_start(back, far, DMA, &get);
		ok &= !weft_wait(&get, WEFT_COMPLETE, WEFT_FOREVER);
		ok &= tap_same(back, DMA, turn);
	}
	free(data);
	free(back);
	return ok;
}

static bool each(bool (*call)(uint32_t early))
{
	bool ok = true;

	for (uint32_t early = 0; early < cores && early < 4; early++) {
		ok &= gated(early, call);
		ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	next = me + 1 < cores ? me + 1 : 0;
	bytes = weft_fiber_stack(OWN);
	stack = tap_room(bytes);
	tap_begin();
	if (weft_flags_alloc(FLAGS, &flags) || weft_mpb_alloc(DMA, &area) ||
	    weft_event_open(WEFT_ANYONE, &bell)) {
		weft_panic("no room");
	}
	tap_ok(waits_for_flag(), "for a flag");
	tap_ok(waits_for_event(), "for an event");
	tap_ok(waits_for_lock(), "for a lock that another fiber holds");
	tap_ok(waits_in_vain(), "until a deadline");
	tap_ok(each(barrier), "for all others in a barrier");
	tap_ok(each(dissemination), "for all others in one by dissemination");
	tap_ok(each(request), "for a request");
	if (cores > 1) {
		tap_ok(each(bcast), "for a broadcast's root");
		tap_ok(each(receive), "for a message");
		tap_ok(each(send), "for the receiver of a message");
		tap_ok(each(notified), "for a notification");
	}
	return tap_end();
}
