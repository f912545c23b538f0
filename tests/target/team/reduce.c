/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=72 modes=strict time-out=120 */
/* weft-test: cores=3,17 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu,wormhole-emu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-test: boards=scc-sim-chips cores=8 o=chips=4 time-out=120 */
/* weft-test: boards=scc-sim,epiphany-sim cores=17 time-out=120 env=WEFT_REDUCE=pairs */
/* weft-test: boards=scc-sim,epiphany-sim cores=5 time-out=120 env=WEFT_REDUCE=exchange */
/* weft-test: boards=scc-sim,epiphany-sim cores=5 time-out=120 env=WEFT_REDUCE=shares */
/*
 * Reductions against a plain loop over the ranks: random counts, types, operations,
 * roots and teams; one that does not commute; in place; nothing beside the result is
 * written.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum {
	TURNS = 8,
	MOST = 1100, /* elements, of up to 8 bytes: several chunks */
	SPARE = 8,   /* bytes behind the result that nobody may write */
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

static const struct weft_op weft_chain = {
	.combine = chain, .bytes = sizeof(struct affine), .in_order = true};

/* Three bytes: no whole number of them is a line. */
static void sum24(void *into, const void *from, size_t n)
{
	uint8_t *x = into;
	const uint8_t *y = from;

	for (size_t i = 0; i < n; i++, x += 3, y += 3) {
		uint32_t a = x[0] | x[1] << 8 | (uint32_t)x[2] << 16;

		a += y[0] | y[1] << 8 | (uint32_t)y[2] << 16;
		x[0] = (uint8_t)a;
		x[1] = (uint8_t)(a >> 8);
		x[2] = (uint8_t)(a >> 16);
	}
}

static const struct weft_op weft_sum24 = {.combine = sum24, .bytes = 3};

/* As many bytes as an element may have, so that some last chunk has just one of them. */
static void xor256(void *into, const void *from, size_t n)
{
	uint8_t *x = into;
	const uint8_t *y = from;

	for (size_t i = 0; i < n << 8; i++) {
		x[i] ^= y[i];
	}
}

static const struct weft_op weft_xor256 = {.combine = xor256, .bytes = 256};

static const struct weft_op *const ops[] = {
	&weft_sum_int32, &weft_prod_uint64, &weft_min_int8,
	&weft_max_int16, &weft_bxor_uint32, &weft_band_uint8,
	&weft_chain,     &weft_sum24,       &weft_lor_int64,
};

static uint8_t *mine, *result, *expected, *theirs;

static void fill(uint8_t *data, uint32_t bytes, uint32_t key)
{
	for (uint32_t i = 0; i < bytes; i++) {
		key = key * 1664525 + 1013904223;
		data[i] = (uint8_t)(key >> 24);
	}
}

/* What ranks 0 .. size - 1 would have, in that order; -> expected. */
static void reference(const struct weft_op *op, uint32_t n, uint32_t size,
		      uint32_t key)
{
	fill(expected, n * op->bytes, key);
	for (uint32_t rank = 1; rank < size; rank++) {
		fill(theirs, n * op->bytes, key + rank);
		op->combine(expected, theirs, n);
	}
}

static bool same(const struct weft_op *op, uint32_t n, bool written)
{
	uint32_t bytes = n * op->bytes;
	bool ok = true;

	for (uint32_t i = 0; i < SPARE; i++) {
		ok &= result[bytes + i] == 0xa5;
	}
	if (written) {
		return ok && memcmp(result, expected, bytes) == 0;
	}
	for (uint32_t i = 0; i < bytes; i++) {
		ok &= result[i] == 0xa5;
	}
	return ok;
}

/* One reduction to all, or to a root; `draw` is the same on all cores of the team. */
static bool one(struct weft_team *team, const struct weft_op *op, uint32_t n,
		uint32_t draw)
{
	uint32_t size = weft_team_size(team), me = weft_team_rank(team);
	uint32_t root = tap_below(draw << 3, size);
	bool all = draw & 1, in_place = draw & 2;
	const void *from = in_place ? result : mine;
	int error;

	memset(result, 0xa5, (size_t)n * op->bytes + SPARE);
	fill(in_place ? result : mine, n * op->bytes, draw + me);
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 20000));
	}
	error = all ? weft_allreduce(from, result, n, op, team, WEFT_FOREVER)
		    : weft_reduce(from, result, n, op, root, team,
				  WEFT_FOREVER);
	if (error || (in_place && !all && root != me)) {
		return error == WEFT_OK; /* what it has there is its own */
	}
	if (all || root == me) {
		reference(op, n, size, draw);
	}
	return same(op, n, all || root == me);
}

static bool some(struct weft_team *team, uint32_t draw)
{
	bool ok = true;

	for (uint32_t turn = 0; turn < TURNS; turn++) {
		uint32_t of = sizeof(ops) / sizeof(ops[0]);

		draw = draw * 1664525 + 1013904223;
		ok &= one(team, ops[tap_below(draw, of)],
			  tap_below(draw << 7, turn & 1 ? 60 : MOST), draw);
	}
	return ok;
}

static bool borders(void)
{
	static const uint32_t counts[] = {0, 1, 2, 31, 32, 33, 64, 65, 700};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		for (uint32_t how = 0; how < 4; how++) {
			ok &= one(WEFT_WORLD, &weft_chain, counts[i],
				  (i << 4) + how);
		}
	}
	for (uint32_t n = 9; n <= 17; n++) {
		ok &= one(WEFT_WORLD, &weft_xor256, n, n << 4);
	}
	return ok;
}

/* Two teams of each core, in turns. */
static bool teams(void)
{
	struct two_teams two;
	uint32_t seed = tap_random();
	bool ok = two_teams_make(&two);

	for (uint32_t turn = 0; ok && turn < 3; turn++) {
		ok &= some(two.half, seed + turn);
		ok &= some(two.third, seed - turn);
	}
	return ok && two_teams_free(&two);
}

/* The same sum has the same bits each time and everywhere. */
static bool floating(uint32_t n)
{
	double *in = (double *)mine, *out = (double *)result;
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		in[i] = 1.0 / (1 + weft_rank() + i);
	}
	for (uint32_t turn = 0; turn < 3; turn++) {
		uint32_t bytes = n * (uint32_t)sizeof(double);

		ok &= weft_allreduce(in, out, n, &weft_sum_double, WEFT_WORLD,
				     WEFT_FOREVER) == WEFT_OK;
		if (turn == 0) {
			memcpy(expected, result, bytes);
		}
		weft_bcast(expected, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
		ok &= memcmp(expected, result, bytes) == 0;
	}
	return ok;
}

/* What a core has put somewhere is there when a reduction of a word is over. */
static bool is_barrier(uint32_t place)
{
	uint32_t size = weft_size(), me = weft_rank();
	bool ok = true;

	for (uint32_t turn = 1; size > 1 && turn < 30; turn++) {
		uint32_t to = tap_below(turn << 26, size), came, sum;

		to = me + to < size ? me + to : me + to - size;
		ok &= weft_put(weft_at(to, place), &turn, sizeof(turn)) ==
		      WEFT_OK;
		ok &= weft_allreduce(&turn, &sum, 1, &weft_max_uint32,
				     WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
		ok &= weft_get(&came, weft_at(me, place), sizeof(came)) ==
		      WEFT_OK;
		ok &= came == turn && sum == turn;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

/* Each root in turn, while others are in the next one already. */
static bool roots(void)
{
	uint32_t me = weft_rank(), size = weft_size();
	bool ok = true;

	for (uint32_t root = 0; root < size; root++) {
		uint32_t x[3] = {me, 1, me + root}, sum[3];

		ok &= weft_reduce(x, sum, 3, &weft_sum_uint32, root, WEFT_WORLD,
				  WEFT_FOREVER) == WEFT_OK;
		ok &= me != root ||
		      (sum[0] == size * (size - 1) / 2 && sum[1] == size &&
		       sum[2] == sum[0] + size * root);
	}
	return ok;
}

static bool errors(void)
{
	static const struct weft_op none = {.combine = chain},
				    huge = {.combine = chain, .bytes = 257};
	uint32_t x = 0;

	return weft_allreduce(&x, &x, 1, &none, WEFT_WORLD, 0) ==
		       WEFT_ERR_SIZE &&
	       weft_allreduce(&x, &x, 1, &huge, WEFT_WORLD, 0) ==
		       WEFT_ERR_SIZE &&
	       weft_allreduce(NULL, &x, 1, &weft_sum_int32, WEFT_WORLD, 0) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce(&x, NULL, 1, &weft_sum_int32, WEFT_WORLD, 0) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce(&x, &x, 1, NULL, WEFT_WORLD, 0) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce(&x, &x, 1, &weft_sum_int32, WEFT_NO_TEAM, 0) ==
		       WEFT_ERR_NULL &&
	       weft_reduce(&x, &x, 1, &weft_sum_int32, weft_size(), WEFT_WORLD,
			   0) == WEFT_ERR_RANK;
}

int main(void)
{
	const uint32_t room = MOST * 8 + SPARE;
	uint32_t place;
	bool ok = true;

	tap_begin();
	mine = tap_room(room);
	result = tap_room(room);
	expected = tap_room(room);
	theirs = tap_room(room);
	tap_ok(borders(), "counts, to all and to a root, in place and not");
	for (uint32_t turn = 0; turn < 2; turn++) {
		ok &= some(WEFT_WORLD, tap_random());
	}
	tap_ok(ok, "random ones of all cores");
	tap_ok(teams(), "teams");
	tap_ok(floating(3) && floating(700), "the same bits each time");
	ok = weft_mpb_alloc(sizeof(place), &place) == WEFT_OK;
	tap_ok(ok && is_barrier(place), "a reduction is a barrier");
	tap_ok(roots(), "each root");
	tap_ok(errors(), "errors");
	return tap_end();
}
