/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=48 time-out=120 */
/* weft-test: boards=scc-sim cores=3,17 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu,wormhole-emu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-test: boards=scc-sim,epiphany-sim cores=17 time-out=120 env=WEFT_REDUCE=pairs */
/* weft-test: boards=scc-sim-chips cores=8 o=chips=4 time-out=120 */
/* weft-test: boards=scc-sim,epiphany-sim cores=5 time-out=120 env=WEFT_REDUCE=exchange */
/*
 * Scans and scattered reductions against a plain loop over the ranks: random counts,
 * operations and teams; one that does not commute; in place; nothing beside the result
 * is written.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum {
	TURNS = 6,
	MOST = 1100, /* elements of up to 8 bytes: several chunks */
	SPARE = 8,   /* bytes behind a result that nobody may write */
	ROOM = MOST * 8,
	CORES = 48,
};

/* x -> ax + b: one after another, which does not commute. */
struct affine {
	uint32_t a, b;
};

static void chain(void *into, const void *from, size_t n)
{
	struct affine *x = into;
	const struct affine *y = from;

	for (size_t i = 0; i < n; i++) {
		x[i] = (struct affine){x[i].a * y[i].a,
				       x[i].a * y[i].b + x[i].b};
	}
}

/* Not element after element: rows are not combined by one call. */
static void backwards(void *into, const void *from, size_t n)
{
	struct affine *x = into;
	const struct affine *y = from;

	while (n-- > 0) {
		x[n] = (struct affine){x[n].a * y[n].a,
				       x[n].a * y[n].b + x[n].b};
	}
}

/* Three bytes: no whole number of them is a line. */
static void sum24(void *into, const void *from, size_t n)
{
	uint8_t *x = into;
	const uint8_t *y = from;

	for (size_t i = 0; i < 3 * n; i++) {
		x[i] = (uint8_t)(x[i] + y[i]);
	}
}

/* Elements of several lines, for which 48 ranks have no room at once. */
enum {
	WIDE = 128
};

static void sum_wide(void *into, const void *from, size_t n)
{
	uint8_t *x = into;
	const uint8_t *y = from;

	for (size_t i = 0; i < WIDE * n; i++) {
		x[i] = (uint8_t)(x[i] + y[i]);
	}
}

static void sum_wider(void *into, const void *from, size_t n)
{
	sum_wide(into, from, 2 * n);
}

static const struct weft_op weft_sum_wide = {.combine = sum_wide,
					     .bytes = WIDE};
static const struct weft_op weft_sum_wider = {.combine = sum_wider,
					      .bytes = 2 * WIDE};
static const struct weft_op weft_chain = {
	.combine = chain, .bytes = sizeof(struct affine), .in_order = true};
static const struct weft_op weft_backwards = {.combine = backwards,
					      .bytes = sizeof(struct affine)};
static const struct weft_op weft_sum24 = {.combine = sum24, .bytes = 3};

static const struct weft_op *const ops[] = {
	&weft_sum_int32, &weft_backwards, &weft_max_int16,
	&weft_chain,     &weft_sum24,     &weft_bxor_uint8,
};

static uint8_t *mine, *result, *expected, *theirs;

static void fill(uint8_t *data, uint32_t bytes, uint32_t key)
{
	for (uint32_t i = 0; i < bytes; i++) {
		key = key * 1664525 + 1013904223;
		data[i] = (uint8_t)(key >> 24);
	}
}

/* What ranks 0 to last combine to; -> expected. */
static void reference(const struct weft_op *op, uint32_t n, uint32_t last,
		      uint32_t key)
{
	fill(expected, n * op->bytes, key);
	for (uint32_t rank = 1; rank <= last; rank++) {
		fill(theirs, n * op->bytes, key + rank);
		op->combine(expected, theirs, n);
	}
}

static bool untouched(uint32_t from, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++) {
		if (result[from + i] != 0xa5) {
			return false;
		}
	}
	return true;
}

static void pause_sometimes(void)
{
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 20000));
	}
}

static bool one_scan(struct weft_team *team, const struct weft_op *op,
		     uint32_t n, uint32_t draw)
{
	uint32_t me = weft_team_rank(team), bytes = n * op->bytes;
	bool own = draw & 1, in_place = draw & 2, ok;

	memset(result, 0xa5, (size_t)bytes + SPARE);
	fill(in_place ? result : mine, bytes, draw + me);
	pause_sometimes();
	if ((own ? weft_scan : weft_exscan)(in_place ? result : mine, result, n,
					    op, team, WEFT_FOREVER)) {
		return false;
	}
	ok = untouched(bytes, SPARE);
	if (!own && me == 0) {
		return ok && (in_place || untouched(0, bytes));
	}
	reference(op, n, own ? me : me - 1, draw);
	return ok && memcmp(result, expected, bytes) == 0;
}

/* Blocks of `each`, or of random counts up to twice that; returns how many in all. */
static size_t blocks[CORES];

static uint32_t draw_counts(uint32_t size, uint32_t each, uint32_t draw)
{
	uint32_t all = 0, key = draw;

	for (uint32_t i = 0; i < size; i++) {
		blocks[i] = each;
		if (!(draw & 1)) {
			key = key * 1664525 + 1013904223;
			blocks[i] = tap_below(key, 2 * each + 1);
		}
		all += (uint32_t)blocks[i];
	}
	return all;
}

static bool one_scatter(struct weft_team *team, const struct weft_op *op,
			uint32_t each, uint32_t draw)
{
	uint32_t me = weft_team_rank(team), size = weft_team_size(team);
	uint32_t all = draw_counts(size, each, draw), at = 0, bytes;
	bool alike = draw & 1, in_place = draw & 2;
	int error;

	while (all > MOST || all * op->bytes > ROOM) {
		each >>= 1;
		all = draw_counts(size, each, draw);
	}
	for (uint32_t i = 0; i < me; i++) {
		at += (uint32_t)blocks[i];
	}
	bytes = (uint32_t)blocks[me] * op->bytes;
	memset(result, 0xa5, (size_t)all * op->bytes + SPARE);
	fill(in_place ? result : mine, all * op->bytes, draw + me);
	pause_sometimes();
	error = alike ? weft_reduce_scatter(in_place ? result : mine, result,
					    each, NULL, op, team, WEFT_FOREVER)
		      : weft_reduce_scatter(in_place ? result : mine, result, 0,
					    blocks, op, team, WEFT_FOREVER);
	reference(op, all, size - 1, draw);
	return !error && untouched(in_place ? all * op->bytes : bytes, SPARE) &&
	       memcmp(result, expected + at * op->bytes, bytes) == 0;
}

static bool some(struct weft_team *team, uint32_t draw)
{
	bool ok = true;

	for (uint32_t turn = 0; turn < TURNS; turn++) {
		uint32_t of = sizeof(ops) / sizeof(ops[0]);
		const struct weft_op *op;

		draw = draw * 1664525 + 1013904223;
		op = ops[tap_below(draw, of)];
		if (turn & 1) {
			ok &= one_scan(
				team, op,
				tap_below(draw << 7, turn & 2 ? 40 : MOST),
				draw >> 4);
		} else {
			ok &= one_scatter(
				team, op,
				tap_below(draw << 7, turn & 2 ? 3 : 400),
				draw >> 4);
		}
	}
	return ok;
}

static bool borders(void)
{
	static const uint32_t counts[] = {0, 1, 33, 500};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		for (uint32_t how = 0; how < 4; how++) {
			ok &= one_scan(WEFT_WORLD, &weft_chain, counts[i],
				       (i << 4) + how);
			ok &= one_scatter(WEFT_WORLD, &weft_chain, counts[i],
					  (i << 4) + how);
		}
	}
	return ok;
}

static bool wide(void)
{
	bool ok = true;

	for (uint32_t how = 0; how < 4; how++) {
		ok &= one_scan(WEFT_WORLD, &weft_sum_wide, 1, how);
		ok &= one_scan(WEFT_WORLD, &weft_sum_wide, 5, how);
		ok &= one_scan(WEFT_WORLD, &weft_sum_wider, 1, how);
		ok &= one_scatter(WEFT_WORLD, &weft_sum_wide, 1, how);
	}
	return ok;
}

/* Two teams of each core, in turns. */
static bool teams(void)
{
	struct two_teams two;
	uint32_t seed = tap_random();
	bool ok = two_teams_make(&two);

	ok = ok && some(two.half, seed) && some(two.third, seed + 1);
	return ok && two_teams_free(&two);
}

static bool errors(void)
{
	static const struct weft_op none = {.combine = chain};
	struct weft_team *all = WEFT_WORLD;
	uint32_t x = 0;

	return weft_scan(&x, &x, 1, &none, all, 0) == WEFT_ERR_SIZE &&
	       weft_scan(NULL, &x, 1, &weft_sum_int32, all, 0) ==
		       WEFT_ERR_NULL &&
	       weft_exscan(&x, NULL, 1, &weft_sum_int32, all, 0) ==
		       WEFT_ERR_NULL &&
	       weft_exscan(&x, &x, 1, NULL, all, 0) == WEFT_ERR_NULL &&
	       weft_scan(&x, &x, 1, &weft_sum_int32, WEFT_NO_TEAM, 0) ==
		       WEFT_ERR_NULL &&
	       weft_reduce_scatter(&x, NULL, 1, NULL, &weft_sum_int32, all,
				   0) == WEFT_ERR_NULL;
}

int main(void)
{
	const uint32_t room = ROOM + SPARE;

	tap_begin();
	tap_cores(CORES);
	mine = tap_room(room);
	result = tap_room(room);
	expected = tap_room(room);
	theirs = tap_room(room);
	tap_ok(borders(), "counts, with and without my own, in place and not");
	tap_ok(wide(), "elements of several lines");
	tap_ok(some(WEFT_WORLD, tap_random()), "random ones of all cores");
	tap_ok(teams(), "teams");
	tap_ok(errors(), "errors");
	return tap_end();
}
