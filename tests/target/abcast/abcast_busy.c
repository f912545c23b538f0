/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 boards=scc-sim modes=strict,fast
   env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=2,3,17 boards=scc-sim modes=relaxed env=WEFT_TICK_US=0
   time-out=60 */
/* weft-test: cores=2 boards=scc-qemu,arm-qemu modes=mttcg time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim env=WEFT_TICK_US=0,WEFT_ABCAST_K=1 time-out=60 */
/* weft-test: cores=17 boards=scc-sim
   env=WEFT_TICK_US=0,WEFT_ABCAST_K=2,WEFT_CREDIT=32 time-out=60 */
/* weft-test: cores=3,17 boards=scc-sim env=WEFT_TICK_US=0 o=irq=gic time-out=60 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 env=WEFT_TICK_US=0 time-out=120 */
/*
 * Applications that never call: cores that only compute still receive and pass
 * on.  What the statistics say agrees with what was sent.  And fairness: a core
 * that sends without end does not hold up what others send through it.  At last
 * all compute, and send now and then.
 */
#include <string.h>

#include <weft/weft.h>

#include "collectives/abcast/abcast.h"

#include "tests/target/tap.h"

enum {
	CORES = 64,
	MANY = 40,
	STREAM = 600,
	BYTES = 7000,
};

static uint32_t me, cores, W;
static volatile uint32_t messages[CORES], chunks, wrong, row;
static uint32_t most_in_a_row, others;
static weft_event_t event;
static uint8_t *data;
static struct weft_request *own;

static void handle(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	chunks++;
	wrong += c->bytes > 0 && memcmp(c->data, data + c->offset, c->bytes);
	if (c->offset + c->bytes == c->total) {
		messages[c->root]++;
		weft_event_post(event);
	}
	/* Chunks of the endless sender between two of rank 0's. */
	row = c->root == 0 ? 0 : row + 1;
	if (messages[0] > others && messages[0] < others + MANY &&
	    row > most_in_a_row) {
		most_in_a_row = row;
	}
}

static void until(uint32_t root, uint32_t count)
{
	for (;;) {
		uint32_t staged = weft_event_stage(event);

		if (messages[root] >= count) {
			return;
		}
		weft_event_wait(event, staged, WEFT_FOREVER);
	}
}

/* Rank 0 sends, the others compute: not one call until all is there. */
static bool computing(void)
{
	volatile uint32_t work = 0;
	struct weft_request r;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; me == 0 && i < MANY; i++) {
		ok &= !weft_abcast_start(data, BYTES, &r);
		ok &= !weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
	}
	while (me > 0 && messages[0] < MANY) {
		work++;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && wrong == 0 && (me == 0 || work > 0);
}

/* All send at once; then the sums are right. */
static bool counted(void)
{
	struct weft_abcast_stats s;
	struct weft_request r[2];
	uint32_t puts = 0;
	bool ok = true;

	ok &= !weft_abcast_start(data, BYTES, &r[0]);
	ok &= !weft_abcast_start(data, 0, &r[1]);
	for (uint32_t root = 0; root < cores; root++) {
		if (root != me) {
			until(root, (root == 0 ? MANY : 0) + 2);
		}
	}
	ok &= !weft_wait(&r[1], WEFT_COMPLETE, WEFT_FOREVER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_abcast_stats(&s);
	for (uint32_t root = 0; root < cores; root++) {
		if (root != me && abcast.routes.of[root].children > 0) {
			puts += abcast.stream[root].put;
		}
	}
	/* Counts begin at 0 here: chunks put are chunks passed on. */
	ok &= s.chunks == chunks && s.direct + s.queued == puts;
	ok &= s.most_queued <= cores * W &&
	      (s.queued == 0 || s.most_queued > 0);
	ok &= s.interrupts > 0 && s.spurious <= s.interrupts;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* Rank 1 sends without end, and rank 0 now and then, through rank 1. */
static bool fair(void)
{
	uint32_t before = MANY + 2;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	others = before;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 1) {
		for (uint32_t i = 0; i < STREAM; i++) {
			ok &= !weft_abcast_start(data, 32, &own[i]);
		}
	}
	for (uint32_t i = 0; me == 0 && i < MANY; i++) {
		ok &= !weft_abcast_start(data, 32, &own[i]);
	}
	if (me > 0) {
		until(0, before + MANY);
	}
	if (me != 1) {
		until(1, 2 + STREAM);
	}
	if (me < 2) {
		ok &= !weft_wait(&own[(me ? STREAM : MANY) - 1], WEFT_COMPLETE,
				 WEFT_FOREVER);
	}
	/*
	 * Some windows queued before it; not all that the other one has.  Where
	 * nobody passes anything on, each goes as fast as its own receivers.
	 */
	return ok && (notifier_has_board(&abcast.notifier) ||
		      most_in_a_row <= 4 * W + 8);
}

/* All send, and compute: what came as they began their own is not forgotten. */
static bool begun(void)
{
	uint32_t before[CORES] = {0};
	volatile uint32_t work = 0;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t root = 0; root < cores; root++) {
		before[root] = messages[root];
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < MANY; i++) {
		ok &= !weft_abcast_start(data, 32, &own[i]);
		for (uint32_t root = 0; root < cores; root++) {
			while (root != me &&
			       messages[root] - before[root] <= i) {
				work++;
			}
		}
	}
	ok &= !weft_wait(&own[MANY - 1], WEFT_COMPLETE, WEFT_FOREVER);
	return ok && wrong == 0;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	W = abcast.inbox.window;
	data = tap_room(BYTES);
	own = tap_room(STREAM * sizeof(*own));
	memset(data, 0x5a, BYTES);
	tap_begin();
	tap_cores(CORES);
	ok = !weft_event_open(WEFT_NOBODY, &event);
	ok &= !weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER);
	tap_ok(ok, "ready");
	tap_ok(computing(), "cores that only compute pass on");
	tap_ok(counted(), "statistics");
	tap_ok(fair(), "at most %u of one sender's between another's",
	       (unsigned)(4 * W + 8));
	tap_ok(begun(), "and that begin broadcasts meanwhile");
	return tap_end();
}
