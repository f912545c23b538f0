/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=2,3 args=interrupt env=WEFT_EPOCH=0xfffffff0 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim args=all time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed args=all seeds=4 time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=strict args=all o=faults=9:0.1:irq seeds=3
   env=WEFT_TICK_US=500 time-out=120 */
/* weft-image: am_spill_small messages/am/ways/am_spill.c -DAM_LEAST=1 */
/* weft-test: image=am_spill_small boards=scc-sim cores=2,3,17 args=all time-out=120 */
/* weft-image: am_spill_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_spill_least boards=scc-sim cores=2,3,17 args=all time-out=120 */
/*
 * Messages for which the receiver has no slots: they go to its queue, though its thread does
 * nothing for it, by polls or otherwise; back-pressure comes from that alone.  In order, when
 * a way is: what went by slots, what spilled and what has data, mixed at random.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	NUMBERED = 1, /* handlers */
	COUNT,
	HANDLERS,
	SEGMENT = 3,
	TAG = 0xab,
	CORES = 64,
	MANY = 8, /* more than there are slots */
	ROUNDS = 40,
	MOST = 400,   /* bytes of data: several pieces */
	SHARE = 4096, /* of the queue */
	ENTRY = 24,   /* bytes of one with two words, at least */
	DELAY = 4000,
};

static uint32_t me, cores, wrong;
static struct weft_am_queue queue;
static struct weft_am_way way[CORES];
static uint32_t heard[CORES], sent[CORES];
static volatile uint32_t numbered, counted;

static void on_numbered(struct weft_am_message *m)
{
	uint32_t n = heard[m->from]++, bytes;
	const void *data = weft_am_data(&bytes);

	wrong += m->count != 3 || m->word[0] != n || m->word[1] != bytes;
	wrong += m->word[2] != (m->from << 8 | me);
	wrong += bytes > 0 && !tap_same(data, bytes, n + m->from);
	numbered++;
}

static void on_count(struct weft_am_message *m)
{
	(void)m;
	counted++;
}

static weft_am_handler *const table[HANDLERS] = {NULL, on_numbered, on_count};
static const struct weft_am_endpoint endpoint = {TAG, table, HANDLERS, NULL};

static bool open_all(void)
{
	bool ok = weft_am_way_spill(&way[0]) == WEFT_ERR_STATE &&
		  weft_am_way_spill(NULL) == WEFT_ERR_NULL;

	queue.bytes = SHARE * cores;
	queue.memory = tap_room(queue.bytes);
	ok &= !weft_am_queue_open(SEGMENT, &queue) && meet();
	for (uint32_t i = 0; i < cores; i++) {
		way[i].to = (struct weft_am_dest){i, 1, TAG, 1};
		way[i].segment = SEGMENT;
		way[i].in_order = true;
		ok &= !weft_am_way_open(&way[i], WEFT_FOREVER) &&
		      !weft_am_way_spill(&way[i]);
	}
	return ok && meet();
}

static int send_numbered(uint32_t to, uint32_t bytes, weft_us_t within)
{
	static char data[MOST];
	uint32_t words[] = {sent[to], bytes, me << 8 | to};
	int error;

	tap_fill(data, bytes, sent[to] + me);
	error = weft_am_way_send(&way[to], NUMBERED, words, 3, data, bytes,
				 within);
	sent[to] += !error;
	return error;
}

/*
 * All send to one, which is in a barrier that serves no messages: more than there
 * are slots, and all of them are gone before it looks.
 */
static bool busy(uint32_t one)
{
	uint32_t before = numbered;
	bool ok = meet();

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; me != one && i < MANY; i++) {
		ok &= !send_numbered(one, i % 3 == 2 ? i * 9 : 0, 1000000);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == one) {
		uint32_t n = before + MANY * (cores - 1);

		ok &= !weft_am_queue_wait(&numbered, n, WEFT_FOREVER) &&
		      numbered == n;
	}
	return ok & meet() && wrong == 0;
}

/* A time-out of a queue that has room for far more: others have the processors. */
static bool is_slow(int error, uint32_t n)
{
	return error == WEFT_ERR_TIMEOUT && n <= SHARE / 64;
}

/* Who finds the share full, too, is told so in time, and nothing is lost. */
static bool full(uint32_t one)
{
	uint32_t other = one + 1 < cores ? one + 1 : 0, n = 0;
	int error = WEFT_OK;
	bool ok = meet();

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	/* With interrupts slots are never full for long. */
	way[other].queued = true;
	while (me == one && n < SHARE && (!error || is_slow(error, n))) {
		error = send_numbered(other, 0, 5000);
		n += !error;
	}
	way[other].queued = false;
	ok &= me != one || cores == 1 ||
	      (error == WEFT_ERR_TIMEOUT && n < SHARE / ENTRY);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	while (me == other && heard[one] < 1 && cores > 1) {
		ok &= weft_am_queue_serve() >= 0;
	}
	ok &= meet();
	if (me == one && cores > 1) {
		ok &= !send_numbered(other, MOST, WEFT_FOREVER);
		ok &= !weft_am_way_send(&way[other], COUNT, NULL, 0, NULL, 0,
					WEFT_FOREVER);
	} else if (me == other && cores > 1) {
		ok &= !weft_am_queue_wait(&counted, 1, WEFT_FOREVER);
	}
	return ok & meet() && wrong == 0;
}

/* At random, to all, from all, while all do other things. */
static bool mixed(void)
{
	uint32_t before = numbered, rounds = cores > 3 ? ROUNDS / 4 : ROUNDS;
	bool ok = meet();

	for (uint32_t n = 0; n < rounds; n++) {
		for (uint32_t i = 0; i < cores; i++) {
			uint32_t r = tap_own_random();

			ok &= !send_numbered((me + i) % cores,
					     r % 4 ? 0
						   : tap_below(r >> 8, MOST),
					     WEFT_FOREVER);
			if (r % 8 == 1) {
				tap_delay(tap_below(r >> 8, DELAY));
			}
			if (r % 8 == 2) {
				ok &= weft_am_queue_serve() >= 0;
			}
		}
	}
	ok &= !weft_am_queue_wait(&numbered, before + rounds * cores,
				  WEFT_FOREVER);
	return ok & meet() && wrong == 0;
}

/*
 * First by ways that do not spill, more than a share, then by ways that do, while what earlier
 * ones have sent is queued.
 */
static bool opens_again(uint32_t next)
{
	uint32_t before = numbered;
	struct weft_am_way *w = &way[next];
	bool ok = meet();

	for (uint32_t n = 0; n < 2 * MANY; n++) {
		ok &= !weft_am_way_close(w) &&
		      !weft_am_way_open(w, WEFT_FOREVER);
		ok &= n < MANY || !weft_am_way_spill(w);
		ok &= !send_numbered(next, MOST - n, WEFT_FOREVER);
		ok &= !send_numbered(next, MOST - 2 * n, WEFT_FOREVER);
		ok &= !send_numbered(next, 0, WEFT_FOREVER);
	}
	ok &= !weft_am_queue_wait(&numbered, before + 6 * MANY, WEFT_FOREVER);
	return ok & meet() && wrong == 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "poll";

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	tap_ok(!weft_am_open(1, &endpoint) && meet_begin(how) && open_all(),
	       "ways that spill");
	tap_ok(busy(0), "nobody waits for who is busy");
	tap_ok(busy(cores - 1), "nor for the last one");
	tap_ok(full(0), "a full queue is named in time");
	tap_ok(mixed(), "by slots and by the queue, in order");
	tap_ok(opens_again(me + 1 < cores ? me + 1 : 0),
	       "a way that is opened again goes on");
	tap_delay(me == 0 ? DELAY : 0);
	tap_ok(!weft_am_barrier(WEFT_FOREVER),
	       "what was queued breaks no barrier");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
