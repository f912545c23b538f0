/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17,48 seeds=2 time-out=120 */
/* weft-test: cores=17 seeds=2 env=WEFT_EPOCH=0xffffff00 time-out=120 */
/*
 * Everything at once, for long: each turn all cores do the same thing, drawn at
 * random, with their own delays.  Each kind counts its turns and puts the count
 * into its data, so that what comes late, twice or not at all is noticed.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	TURNS = 400,
	BIG = 9000,
	LINE = 96,
	KINDS = 5,
};

static uint8_t data[BIG];
static uint32_t area, flags, turns[KINDS];

static uint32_t up(uint32_t rank, uint32_t step)
{
	return rank + step < weft_size() ? rank + step
					 : rank + step - weft_size();
}

static bool broadcast(uint32_t n, uint32_t r)
{
	uint32_t root = tap_below(r, weft_size());
	uint32_t k = 1 + (n & 7), bytes = 4 + tap_below(r << 7, BIG - 4);

	k = k < weft_bcast_max_degree() ? k : weft_bcast_max_degree();
	if (weft_rank() == root) {
		tap_fill(data, bytes, n);
	}
	return !weft_bcast_ocbcast(data, bytes, root, k, WEFT_FOREVER) &&
	       tap_same(data, bytes, n);
}

static bool binomial(uint32_t n, uint32_t r)
{
	uint32_t root = tap_below(r, weft_size());

	if (weft_rank() == root) {
		tap_fill(data, BIG, n);
	}
	return !weft_bcast_binomial_put(data, BIG, root, WEFT_FOREVER) &&
	       tap_same(data, BIG, n);
}

static bool barriers(uint32_t n, uint32_t r)
{
	(void)n;
	return !(r & 1 ? weft_barrier_central(WEFT_FOREVER)
		       : weft_barrier_dissemination(WEFT_FOREVER));
}

/* Round a ring: rank 0 begins, the others pass on what they checked. */
static bool message(uint32_t n, uint32_t r)
{
	uint32_t me = weft_rank(), bytes = 1 + tap_below(r, 500);
	uint32_t before = me > 0 ? me - 1 : weft_size() - 1;
	bool ok = true;

	tap_fill(data, bytes, n);
	ok &= me > 0 || !weft_send(data, bytes, up(me, 1), WEFT_FOREVER);
	memset(data, me > 0 ? 0 : data[0], me > 0 ? bytes : 1);
	ok &= !weft_recv(data, bytes, before, WEFT_FOREVER);
	ok &= tap_same(data, bytes, n);
	return ok &&
	       (me == 0 || !weft_send(data, bytes, up(me, 1), WEFT_FOREVER));
}

/* To the core some steps up; in two places by turns, an answer before each. */
static bool signal(uint32_t n, uint32_t r)
{
	uint32_t step = 1 + tap_below(r, weft_size() - 1);
	uint32_t there = area + (n & 1) * LINE, me = weft_rank();
	uint8_t line[LINE], back[LINE];
	bool ok;

	tap_fill(line, LINE, n);
	ok = !weft_put_signal(weft_at(up(me, step), there), line, LINE, flags,
			      n);
	ok &= !weft_flag_wait(flags, n, WEFT_FOREVER);
	ok &= !weft_get(back, weft_at(me, there), LINE);
	ok &= tap_same(back, LINE, n);
	return ok && !weft_barrier_tree(WEFT_FOREVER);
}

int main(void)
{
	static bool (*const kinds[KINDS])(uint32_t n, uint32_t r) = {
		broadcast, binomial, barriers, message, signal,
	};
	bool ok = true;

	tap_begin();
	if (weft_mpb_alloc(2 * LINE, &area) || weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t kind = tap_below(tap_random(), KINDS);

		if ((tap_own_random() & 15) == 0) {
			tap_delay(tap_below(tap_own_random(), 20000));
		}
		ok &= kinds[kind](++turns[kind], tap_random());
	}
	tap_ok(ok, "%d turns of all kinds", TURNS);
	return tap_end();
}
