/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=60 */
/*
 * Atomic operations, each on a word that all cores use at once: every addition
 * counts, what is swapped out was swapped in once, and a compare-and-swap is done
 * only if the word was as expected.  Data written before are there with the word.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	TURNS = 20,
	SUM = 4, /* bytes beyond the word */
	DATA = 8,
};

static uint32_t word, me, cores, home;

static uint32_t read(uint32_t at)
{
	uint32_t value;

	weft_flag_read(home, word + at, &value);
	return value;
}

static void set(uint32_t value)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == home) {
		weft_flag_write(me, word, value);
		weft_flag_write(me, word + SUM, 0);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* It wraps; who waits for the sum is woken by whoever comes last. */
static bool adds(void)
{
	uint32_t start = UINT32_MAX - TURNS / 2, before = start, was;
	bool ok = true;

	set(start);
	for (uint32_t i = 0; i < TURNS; i++) {
		ok &= weft_atomic_fetch_add(home, word, 1, &was) == WEFT_OK;
		ok &= i == 0 || (int32_t)(was - before) > 0;
		before = was;
	}
	if (me == home) {
		ok &= weft_flag_wait(word, start + TURNS * cores,
				     WEFT_FOREVER) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && read(0) == start + TURNS * cores;
}

/* What goes in and what comes out differ by what is there. */
static bool swaps(void)
{
	uint32_t difference = 0, was;
	bool ok = true;

	set(0);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t value = me * TURNS + i + 1;

		ok &= weft_atomic_swap(home, word, value, &was) == WEFT_OK;
		difference += value - was;
	}
	ok &= weft_atomic_fetch_add(home, word + SUM, difference, &was) ==
	      WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && read(0) == read(SUM);
}

/* A list by its head: who comes next finds what I wrote before. */
static bool compares(void)
{
	uint32_t seen, was, data;
	bool ok = true;

	set(0);
	for (uint32_t i = 0; i < TURNS; i++) {
		was = read(0);
		do {
			seen = was;
			data = seen + 1;
			ok &= weft_atomic_compare_swap(home, word, seen, data,
						       &was) == WEFT_OK;
		} while (was != seen);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= read(0) == TURNS * cores;
	ok &= weft_atomic_compare_swap(home, word, 1, 2, &was) == WEFT_OK &&
	      was == TURNS * cores;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && read(0) == TURNS * cores;
}

/* Turns go round: data of whoever had the turn before are there. */
static bool carries(void)
{
	uint32_t was, data;
	bool ok = true;

	set(0);
	for (uint32_t i = 0; i < 4; i++) {
		while (read(0) != i * cores + me) {
			weft_flag_wait(word + 12, 1, 5); /* let time pass */
		}
		weft_get(&data, weft_at(home, word + DATA), sizeof(data));
		ok &= (i == 0 && me == 0) || data == i * cores + me;
		data = i * cores + me + 1;
		weft_put(weft_at(home, word + DATA), &data, sizeof(data));
		ok &= weft_atomic_fetch_add(home, word, 1, &was) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && read(0) == 4 * cores;
}

static bool errors(void)
{
	uint32_t was;

	return weft_atomic_swap(cores, word, 0, &was) == WEFT_ERR_RANK &&
	       weft_atomic_swap(0, word + 2, 0, &was) == WEFT_ERR_ALIGN &&
	       weft_atomic_fetch_add(0, UINT32_MAX - 3, 0, &was) ==
		       WEFT_ERR_RANGE &&
	       weft_atomic_compare_swap(0, word, 0, 0, NULL) == WEFT_ERR_NULL;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	home = cores - 1;
	tap_begin();
	if (weft_mpb_alloc(32, &word)) {
		weft_panic("no MPB space");
	}
	tap_ok(adds(), "every addition counts");
	tap_ok(swaps(), "what is swapped in comes out once");
	tap_ok(compares(), "compared and swapped in one step");
	tap_ok(carries(), "data come with the word");
	tap_ok(errors(), "bad arguments are named errors");
	return tap_end();
}
