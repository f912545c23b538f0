/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,4,17 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=2 */
/*
 * Order by way of a third core.  One core puts data at another one, waits until they are
 * visible, and tells a third core; that one, which has no part in the data, tells the core
 * that has them.  The data must be there: each of them may be on a node of its own, and each
 * hears of the others by another path.  So it is for long data and for a few bytes, for data
 * that all put at once, of which a ring of flags tells, and for those that a barrier follows.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	ROUNDS = 24,
	BARRIERS = 100,
	LONG = 384,
};

static uint32_t me, cores, area, flag, ring;
static uint8_t data[LONG];

static uint32_t after(uint32_t rank, uint32_t n)
{
	rank += n;
	while (rank >= cores) {
		rank -= cores;
	}
	return rank;
}

/* Core n's data go to the next one, the news by way of the one after that. */
static bool one(uint32_t n, uint32_t bytes, uint32_t key)
{
	uint32_t writer = after(0, n < cores ? n : 0);
	uint32_t reader = after(writer, 1), third = after(writer, 2);
	bool ok = true;

	if (me == writer) {
		tap_fill(data, bytes, key);
		ok &= !weft_put(weft_at(reader, area), data, bytes);
		weft_quiet();
		ok &= !weft_flag_write(third, flag, key);
	}
	if (me == third) {
		ok &= !weft_flag_wait(flag, key, WEFT_FOREVER);
		ok &= !weft_flag_write(reader, ring, key);
	}
	if (me == reader) {
		ok &= !weft_flag_wait(ring, key, WEFT_FOREVER);
		ok &= !weft_get(data, weft_at(me, area), bytes) &&
		      tap_same(data, bytes, key);
	}
	return ok;
}

/* All have put at their next but one; then each hears of it from the one before it. */
static bool round_trip(uint32_t key)
{
	uint32_t to = after(me, cores > 2 ? 2 : 0), from = me;
	bool ok;

	tap_fill(data, LONG, key << 8 | me);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* all have read */
	ok = !weft_put(weft_at(to, area), data, LONG);
	weft_quiet();
	if (me > 0) {
		ok &= !weft_flag_wait(ring, key, WEFT_FOREVER);
	}
	ok &= !weft_flag_write(after(me, 1), ring, key);
	if (me == 0) {
		ok &= !weft_flag_wait(ring, key, WEFT_FOREVER);
		for (uint32_t i = 1; i < cores; i++) {
			ok &= !weft_flag_write(i, flag, key);
		}
	} else {
		ok &= !weft_flag_wait(flag, key, WEFT_FOREVER);
	}
	from = cores > 2 ? after(me, cores - 2) : me;
	ok &= !weft_get(data, weft_at(me, area), LONG);
	return ok && tap_same(data, LONG, key << 8 | from);
}

/*
 * Puts, and a barrier behind them.  From 4 cores on its news of a core come by way of others
 * for some of the distances.
 */
static bool behind_barrier(uint32_t key, uint32_t distance)
{
	uint32_t to = after(me, distance), from = after(me, cores - distance);
	bool ok;

	tap_fill(data, LONG, key << 8 | me);
	ok = !weft_put(weft_at(to, area), data, LONG);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !weft_get(data, weft_at(me, area), LONG);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && tap_same(data, LONG, key << 8 | from);
}

int main(void)
{
	static const uint32_t sizes[] = {1, 4, 33, LONG};
	uint32_t key = 0, distance = 0;
	bool ok = true;

	tap_begin();
	me = weft_rank();
	cores = weft_size();
	ok = !weft_mpb_alloc(LONG, &area) && !weft_flags_alloc(1, &flag) &&
	     !weft_flags_alloc(1, &ring);
	tap_ok(ok, "room");
	for (uint32_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		ok = true;
		for (uint32_t i = 0; i < ROUNDS; i++) {
			ok &= one(tap_below(tap_random(), cores), sizes[s],
				  ++key);
			weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		}
		tap_ok(ok, "%u bytes, told of by a third core",
		       (unsigned)sizes[s]);
	}
	ok = true;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		ok &= round_trip(++key);
	}
	tap_ok(ok, "all at once, told of by a ring");
	ok = true;
	for (uint32_t i = 0; i < BARRIERS; i++) {
		distance = distance + 1 < cores ? distance + 1 : 1;
		ok &= behind_barrier(++key, cores > 1 ? distance : 0);
	}
	tap_ok(ok, "behind a barrier");
	return tap_end();
}
