/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 boards=scc-sim modes=strict env=WEFT_TICK_US=0 seeds=2 time-out=120 */
/* weft-test: cores=2,3 boards=scc-sim modes=relaxed seeds=6 env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: cores=17 boards=scc-sim modes=strict,relaxed env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=strict o=faults=5:0.1:irq seeds=3
   env=WEFT_TICK_US=500 time-out=120 */
/* weft-image: am_hybrid_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_hybrid_least boards=scc-sim cores=2,3,17
   modes=strict,relaxed env=WEFT_TICK_US=0 time-out=120 */
/*
 * WEFT_AM_HYBRID: the core looks for messages, and is not interrupted, or it does not,
 * and is.  Whatever the moment at which a message comes, it is noticed, though no tick makes
 * good for one that is not.  Cores are in pairs: one sends at times of its own, the other
 * waits for times of its own, or computes.  On the simulator alone: QEMU counting instructions
 * lets a core that computes keep the others from their turns.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	COUNT = 1,
	ANSWER,
	FLOOD,
	HANDLERS,
	TIMES = 120,
	EACH = 40,
	SLOW = 100,   /* work of a handler: more come meanwhile */
	APART = 3000, /* steps of a delay, at most */
	ROUNDS = 60,
	LONG = 3000000,  /* us that a core computes, at most */
	WITHIN = 400000, /* us */
};

static volatile uint32_t counted, answered, flooded;

static void count(struct weft_am_message *m)
{
	counted++;
	weft_am_reply(m, ANSWER, m->word, m->count);
}

static void answer(struct weft_am_message *m)
{
	answered += m->word[0];
}

static void flood(struct weft_am_message *m)
{
	(void)m;
	tap_delay(SLOW);
	flooded++;
}

static weft_am_handler *const table[HANDLERS] = {NULL, count, answer, flood};
static const struct weft_am_endpoint endpoint = {7, table, HANDLERS, NULL};

static int send(uint32_t rank, uint32_t handler)
{
	struct weft_am_dest to = {rank, 0, 7, 0};
	uint32_t word = 1;

	return weft_am_request(&to, handler, &word, 1, WITHIN);
}

/* Each is answered before the next one goes. */
static int asks(uint32_t other)
{
	int error = WEFT_OK;

	for (uint32_t i = 0; i < TIMES && !error; i++) {
		uint32_t n = answered + 1;

		tap_delay(tap_below(tap_own_random(), APART));
		error = send(other, COUNT);
		if (!error) {
			error = weft_am_wait(&answered, n, WITHIN);
		}
	}
	return error;
}

/* Waits a little, again and again: it begins and ends to look all the time. */
static int waits(uint32_t goal)
{
	int error = WEFT_ERR_TIMEOUT;

	while (error == WEFT_ERR_TIMEOUT && counted != goal) {
		uint32_t some = tap_below(tap_own_random(), 4);

		error = weft_am_wait(&counted, counted + 1, some);
		error = error ? error : WEFT_ERR_TIMEOUT;
		tap_delay(tap_below(tap_own_random(), APART / 4));
	}
	return error == WEFT_ERR_TIMEOUT ? WEFT_OK : error;
}

/* Calls nothing of weft until all have come. */
static int computes(volatile uint32_t *word, uint32_t value)
{
	uint64_t limit = weft_cycles() + weft_cycles_in_us(LONG);

	while (*word != value) {
		if (weft_cycles() >= limit) {
			return WEFT_ERR_TIMEOUT;
		}
		tap_delay(APART);
	}
	return WEFT_OK;
}

static bool one_by_one(bool compute)
{
	uint32_t me = weft_rank(), other = me ^ 1, goal = counted + TIMES;
	int error = WEFT_OK;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (other < weft_size() && (me & 1) == 0) {
		error = asks(other);
	} else if (other < weft_size()) {
		error = compute ? computes(&counted, goal) : waits(goal);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !error;
}

/* All others send to one core, which computes, or waits. */
static bool floods(uint32_t one, bool compute)
{
	uint32_t goal = flooded + EACH * (weft_size() - 1);
	int error = WEFT_OK;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == one) {
		error = compute ? computes(&flooded, goal)
				: weft_am_wait(&flooded, goal, WITHIN);
	}
	for (uint32_t i = 0; weft_rank() != one && i < EACH && !error; i++) {
		error = send(one, FLOOD);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !error && (weft_rank() != one || flooded == goal);
}

/*
 * A last message comes at about the time at which a core ends to look: after a wait that the
 * one before has ended, or after an interrupt in which some have come.  It computes then.
 */
static bool last_ones(uint32_t before, uint32_t step)
{
	uint32_t me = weft_rank(), other = me ^ 1;
	int error = WEFT_OK;

	uint32_t goal = flooded + before;

	for (uint32_t i = 0; i < ROUNDS && !error; i++, goal += before + 1) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (other < weft_size() && (me & 1) == 0) {
			for (uint32_t n = 0; n < before && !error; n++) {
				error = send(other, FLOOD);
			}
			tap_delay(i * step);
			error = error ? error : send(other, FLOOD);
		} else if (other < weft_size()) {
			error = before > 1
					? WEFT_OK
					: weft_am_wait(&flooded, goal, WITHIN);
			error = error ? error : computes(&flooded, goal + 1);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !error;
}

int main(void)
{
	tap_begin();
	tap_ok(!weft_am_open(0, &endpoint) &&
		       weft_am_begin((enum weft_am_reception)4) ==
			       WEFT_ERR_NUMBER &&
		       !weft_am_begin(WEFT_AM_HYBRID),
	       "begins");
	tap_ok(one_by_one(false), "who waits a little, again and again");
	tap_ok(one_by_one(true), "who computes needs no calls");
	tap_ok(last_ones(1, 100), "a last one after a wait");
	tap_ok(last_ones(8, 300), "a last one after an interrupt");
	tap_ok(floods(0, true), "all to one that computes");
	tap_ok(floods(1 % weft_size(), false), "all to one that waits");
	return tap_end();
}
