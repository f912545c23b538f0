/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=1,2,3 args=interrupt time-out=120 */
/* weft-test: cores=17 args=mixed time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed args=mixed seeds=2 time-out=120 */
/* weft-test: cores=48 boards=scc-sim,scc-qemu args=mixed full=1 time-out=120 */
/* weft-image: am_split_small messages/am/segments/am_block.c -DAM_LEAST=1 */
/* weft-test: image=am_split_small boards=scc-sim cores=2,3,17 args=mixed time-out=120 */
/* weft-image: am_split_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_split_least boards=scc-sim cores=2,3,17 args=mixed time-out=120 */
/* weft-test: image=am_split_least boards=scc-sim cores=48 args=mixed full=1 time-out=120 */
/*
 * Split-phase put and get: every core puts into a stripe of its own at every other one,
 * much of it at once, and gets it back.  Fetch-and-add, of which no two bring the same
 * value; compare-and-swap; what is refused.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	FAR, /* segments */
	NEAR,
	CORES = 64,
	PARTS = 5, /* of a stripe, put at once */
	TIMES = 6, /* of each kind of atomic operation, a core */
};

/* Words at the front of core 0's. */
enum {
	SUM,
	SWAPPED,
	WORDS = 4,
};

static uint32_t me, cores, stripe;
static struct weft_am_segment segment[2];
static struct weft_am_remote remote[CORES], near_of_0;
static struct weft_am_counter counter;

static bool begin(const char *how)
{
	uint32_t at = 0;
	bool ok = meet_begin(how) && !weft_mpb_alloc(64, &at);

	stripe = cores > 17 ? 80 : cores > 3 ? 250 : 1100;
	segment[FAR].bytes = WORDS * 4 + cores * (stripe + 3 * TIMES);
	segment[FAR].memory = tap_room(segment[FAR].bytes);
	segment[NEAR].offset = at;
	segment[NEAR].bytes = 64;
	ok &= !weft_am_segment_open(FAR, &segment[FAR]) &&
	      !weft_am_segment_open(NEAR, &segment[NEAR]) && meet();
	for (uint32_t i = 0; i < cores; i++) {
		ok &= !weft_am_map(&remote[i], i, FAR, 0, WEFT_FOREVER);
	}
	return ok & !weft_am_map(&near_of_0, 0, NEAR, 0, WEFT_FOREVER) & meet();
}

static uint32_t stripe_of(uint32_t rank)
{
	return WORDS * 4 + rank * stripe;
}

/* All of the stripe, in parts, whose ends lie anywhere. */
static bool in_parts(bool put, uint32_t to, char *data)
{
	uint32_t at = 0;
	bool ok = true;

	for (uint32_t i = 0; i < PARTS; i++) {
		uint32_t n = tap_below(tap_own_random(), stripe - at + 1);
		uint32_t where = stripe_of(me) + at;

		n = i + 1 < PARTS ? n : stripe - at;
		ok &= !(put ? weft_am_put(&remote[to], where, data + at, n,
					  &counter, WEFT_FOREVER)
			    : weft_am_get(data + at, &remote[to], where, n,
					  &counter, WEFT_FOREVER));
		at += n;
	}
	return ok;
}

static bool put_and_get(uint32_t round)
{
	char *all = malloc(cores * stripe);
	bool ok = all != NULL;

	for (uint32_t n = 0; ok && n < cores; n++) {
		uint32_t to = me + n < cores ? me + n : me + n - cores;

		tap_fill(all, stripe, round << 16 | me << 8 | to);
		ok &= in_parts(true, to, all);
		tap_fill(all, stripe, 0); /* may be reused */
	}
	ok = ok && !weft_am_sync(&counter, WEFT_FOREVER) &&
	     counter.issued == counter.done;
	for (uint32_t to = 0; ok && to < cores; to++) {
		ok &= in_parts(false, to, all + to * stripe);
	}
	ok = ok && !weft_am_sync(&counter, WEFT_FOREVER);
	for (uint32_t to = 0; ok && to < cores; to++) {
		ok &= tap_same(all + to * stripe, stripe,
			       round << 16 | me << 8 | to);
	}
	free(all);
	return ok && meet();
}

/* Each value that is fetched is one core's alone, which marks it. */
static bool mark(const uint32_t *was, uint32_t n)
{
	char mine = (char)(me + 1);
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = stripe_of(cores) + was[i];

		ok &= was[i] < 3 * TIMES * cores &&
		      !weft_am_put(&remote[0], at, &mine, 1, &counter,
				   WEFT_FOREVER);
	}
	return ok && !weft_am_sync(&counter, WEFT_FOREVER);
}

static bool swap_once(uint32_t *was)
{
	uint32_t value = 0, expected;
	bool ok = true;

	do {
		expected = value;
		ok &= !weft_am_compare_swap(&remote[0], 4 * SWAPPED, expected,
					    expected + 1, &value, NULL,
					    WEFT_FOREVER);
	} while (ok && value != expected);
	*was = value;
	return ok;
}

static bool atomics(void)
{
	uint32_t was[2 * TIMES], swapped[TIMES], more[2] = {9, 9};
	const volatile uint32_t *words = segment[FAR].memory;
	const char *marks = (char *)segment[FAR].memory + stripe_of(cores);
	bool ok = true;

	for (uint32_t i = 0; i < TIMES; i++) {
		ok &= !weft_am_fetch_add(&remote[0], 4 * SUM, 1,
					 &was[i + TIMES], &counter,
					 WEFT_FOREVER);
		ok &= !weft_am_fetch_add(&remote[0], 4 * SUM, 1, &was[i], NULL,
					 WEFT_FOREVER);
		ok &= swap_once(&swapped[i]);
		ok &= i == 0 ||
		      (was[i] > was[i - 1] && swapped[i] > swapped[i - 1]);
	}
	ok = ok && !weft_am_sync(&counter, WEFT_FOREVER) &&
	     mark(was, 2 * TIMES) && meet();
	for (uint32_t i = 0; me == 0 && i < 2 * TIMES * cores; i++) {
		ok &= marks[i] != 0;
	}
	ok &= me != 0 || (words[SUM] == 2 * TIMES * cores &&
			  words[SWAPPED] == TIMES * cores);
	ok &= meet();
	/* Swapped only if it is what was expected. */
	ok &= !weft_am_compare_swap(&remote[0], 4 * SWAPPED,
				    TIMES * cores + 1 + me, 0, &more[0],
				    &counter, WEFT_FOREVER);
	ok &= !weft_am_sync(&counter, WEFT_FOREVER) && more[0] == TIMES * cores;
	return ok && meet();
}

/* Given up at once: what comes later is not written anywhere. */
static bool given_up(void)
{
	uint32_t next = me + 1 < cores ? me + 1 : 0, was[TIMES];
	int error[TIMES];
	bool ok = true;

	for (uint32_t i = 0; i < TIMES; i++) {
		was[i] = UINT32_MAX;
		error[i] = weft_am_fetch_add(&remote[next], 8, 1, &was[i], NULL,
					     0);
		ok &= !error[i] || error[i] == WEFT_ERR_TIMEOUT;
	}
	/* As many have been handled as come before this one. */
	ok &= !weft_am_get(&(uint32_t){0}, &remote[next], 0, 4, &counter,
			   WEFT_FOREVER) &&
	      !weft_am_sync(&counter, WEFT_FOREVER);
	for (uint32_t i = 0; i < TIMES; i++) {
		ok &= (was[i] == UINT32_MAX) == (error[i] != WEFT_OK);
	}
	return ok && meet();
}

static bool errors(void)
{
	struct weft_am_remote *r = &remote[0];
	uint32_t word = 7, past = segment[FAR].bytes, n;
	bool ok = weft_am_fetch_add(r, 2, 1, &word, NULL, 0) == WEFT_ERR_ALIGN;

	ok &= weft_am_fetch_add(&near_of_0, 0, 1, &word, NULL, 0) ==
	      WEFT_ERR_WINDOW;
	ok &= weft_am_fetch_add(r, past & ~3u, 1, &word, NULL, 0) ==
	      WEFT_ERR_RANGE;
	ok &= weft_am_compare_swap(NULL, 0, 1, 2, &word, NULL, 0) ==
	      WEFT_ERR_NULL;
	ok &= weft_am_put(r, 0, &word, 4, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_am_get(NULL, r, 0, 4, &counter, 0) == WEFT_ERR_NULL;
	ok &= weft_am_get(&word, r, past, 4, &counter, 0) == WEFT_ERR_RANGE;
	ok &= weft_am_sync(NULL, 0) == WEFT_ERR_NULL;
	ok &= !weft_am_sync(&counter, 0) && word == 7;
	if (me < 16) { /* in the MPB, as many words as there are */
		ok &= !weft_am_put(&near_of_0, 4 * me, &me, 4, &counter,
				   WEFT_FOREVER) &&
		      !weft_am_sync(&counter, WEFT_FOREVER) &&
		      !weft_am_get(&word, &near_of_0, 4 * me, 4, &counter,
				   WEFT_FOREVER) &&
		      !weft_am_sync(&counter, WEFT_FOREVER) && word == me;
	}
	/* Closed: both kinds are told so, once. */
	ok &= meet() && !weft_am_segment_close(FAR) && meet();
	n = counter.issued;
	ok &= !weft_am_get(&word, r, 0, 4, &counter, WEFT_FOREVER);
	ok &= !weft_am_put(r, 0, &word, 4, &counter, WEFT_FOREVER);
	ok &= counter.issued == n + 2;
	ok &= weft_am_sync(&counter, WEFT_FOREVER) == WEFT_ERR_STATE;
	ok &= !weft_am_sync(&counter, WEFT_FOREVER);
	ok &= weft_am_fetch_add(r, 0, 1, &word, NULL, WEFT_FOREVER) ==
	      WEFT_ERR_STATE;
	return ok && meet();
}

int main(int argc, char **argv)
{
	bool ok = true;

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	tap_ok(begin(argc > 1 ? argv[1] : "poll"), "begins");
	for (uint32_t i = 0; i < 2; i++) {
		ok &= put_and_get(i);
	}
	tap_ok(ok, "put and get, stripes of %u bytes", (unsigned)stripe);
	tap_ok(atomics(), "fetch-and-add, compare-and-swap");
	tap_ok(given_up(), "no result of what was given up");
	tap_ok(errors(), "errors");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
