/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=48 time-out=120 */
/* weft-test: boards=scc-sim cores=3,7 env=WEFT_MPB_LEAST=1 time-out=120 */
/* weft-test: boards=scc-sim cores=3,17 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/*
 * Started collectives against a plain loop over the ranks: several under way, of two
 * teams and of all, while the application computes, makes other collectives, or waits.
 */
#include <string.h>

#include <weft/weft.h>

#include "runtime/context.h"
#include "tests/target/tap.h"

enum {
	TURNS = 20,
	MOST = WEFT_STARTED_MOST + 2, /* starts that wait for room, too */
	VALUES = 8,                   /* bytes that all teams have room for */
};

/* x -> ax + b: one after another, which does not commute. */
struct affine {
	uint16_t a, b;
};

static void chain(void *into, const void *from, size_t n)
{
	struct affine *x = into;
	const struct affine *y = from;

	for (size_t i = 0; i < n; i++) {
		x[i] = (struct affine){
			(uint16_t)(x[i].a * (uint32_t)y[i].a),
			(uint16_t)(x[i].a * (uint32_t)y[i].b + x[i].b)};
	}
}

static volatile bool in_handler; /* what may not */

static void chain_in_thread(void *into, const void *from, size_t n)
{
	in_handler |= rt_context != RT_THREAD;
	chain(into, from, n);
}

/* For handlers, and for the thread only. */
static const struct weft_op here = {
	.combine = chain, .bytes = sizeof(struct affine), .in_handler = true};
static const struct weft_op thread = {.combine = chain_in_thread,
				      .bytes = sizeof(struct affine)};

/* One that has been started. */
struct one {
	struct weft_request request;
	struct affine mine[2], result[2], expected[2];
};

static void fill(struct affine *value, uint32_t key)
{
	for (uint32_t i = 0; i < 2; i++) {
		key = key * 1664525 + 1013904223;
		value[i] = (struct affine){(uint16_t)(key >> 16 | 1),
					   (uint16_t)(key >> 8)};
	}
}

/* What all ranks would have. */
static void combined(struct one *o, uint32_t size, uint32_t key)
{
	struct affine other[2];

	fill(o->expected, key);
	for (uint32_t rank = 1; rank < size; rank++) {
		fill(other, key + rank);
		chain(o->expected, other, 2);
	}
}

/* Of the ranks up to mine, or of those before it. */
static int start_scan(struct one *o, struct weft_team *team, uint32_t draw,
		      uint32_t n)
{
	uint32_t me = weft_team_rank(team);
	bool before = draw & 1;
	const struct weft_op *op = draw & 4 ? &here : &thread;

	if (!before || me > 0) {
		struct one all;

		combined(&all, before ? me : me + 1, draw);
		memcpy(o->expected, all.expected, n * sizeof(*o->expected));
	}
	return before ? weft_exscan_start(o->mine, o->result, n, op, team,
					  &o->request)
		      : weft_scan_start(o->mine, o->result, n, op, team,
					&o->request);
}

/* `draw` is the same on all cores of the team. */
static int start(struct one *o, struct weft_team *team, uint32_t draw)
{
	uint32_t size = weft_team_size(team), me = weft_team_rank(team);
	uint32_t root = tap_below(draw << 5, size), n = draw >> 3 & 3;
	const struct weft_op *op = draw & 4 ? &here : &thread;

	n = n > 2 ? 0 : n;
	memset(o, 0, sizeof(*o));
	fill(o->mine, draw + me);
	memset(o->result, 0x5a, sizeof(o->result));
	memset(o->expected, 0x5a, sizeof(o->expected));
	if ((draw & 3) == 0) {
		return weft_barrier_start(team, &o->request);
	}
	if ((draw & 3) == 1) {
		fill(o->expected, draw + root);
		if (me == root) {
			memcpy(o->result, o->mine, sizeof(o->mine));
		}
		return weft_bcast_start(o->result, VALUES, root, team,
					&o->request);
	}
	if (draw & 64) {
		return start_scan(o, team, draw, n);
	}
	if ((draw & 3) == 2 || root == me) {
		struct one all;

		combined(&all, size, draw);
		memcpy(o->expected, all.expected, n * sizeof(*o->expected));
	}
	return (draw & 3) == 2 ? weft_allreduce_start(o->mine, o->result, n, op,
						      team, &o->request)
			       : weft_reduce_start(o->mine, o->result, n, op,
						   root, team, &o->request);
}

static bool right(struct one *o)
{
	return weft_wait(&o->request, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK &&
	       weft_test(&o->request, WEFT_COMPLETE) &&
	       memcmp(o->result, o->expected, sizeof(o->result)) == 0;
}

/* A few of each team under way. */
static bool some(struct weft_team *a, struct weft_team *b, uint32_t seed)
{
	static struct one ones[2][MOST];
	bool ok = true;

	for (uint32_t turn = 0; turn < TURNS && ok; turn++) {
		uint32_t n;

		seed = seed * 1664525 + 1013904223;
		n = 1 + tap_below(seed, MOST);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t draw = (seed >> 7) * (2 * i + 1) + turn;

			ok &= start(&ones[0][i], a, draw) == WEFT_OK;
			ok &= start(&ones[1][i], b, draw ^ 2) == WEFT_OK;
			if ((tap_own_random() & 7) == 0) {
				tap_delay(tap_below(tap_own_random(), 20000));
			}
		}
		if (seed & 256) {
			ok &= weft_barrier(a, WEFT_FOREVER) == WEFT_OK;
		}
		for (uint32_t i = n; i-- > 0;) {
			ok &= right(&ones[0][i]) && right(&ones[1][i]);
		}
	}
	return ok;
}

/* Nobody waits: all only look. */
static bool by_looks(void)
{
	uint32_t mine = weft_rank() + 1, sum = 0;
	uint32_t size = weft_size();
	struct weft_request request;

	if (weft_allreduce_start(&mine, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
				 &request)) {
		return false;
	}
	while (!weft_test(&request, WEFT_COMPLETE)) {
		tap_delay(100);
	}
	return sum == size * (size + 1) / 2;
}

/* A barrier ends no earlier than all have started it. */
static bool waits_for_all(uint32_t flag)
{
	struct weft_request request;
	uint32_t seen = 0;
	bool ok = true;

	for (uint32_t turn = 1; turn < 6; turn++) {
		uint32_t late = turn < weft_size() ? turn : 0;

		if (weft_rank() == late) {
			tap_delay(50000);
			for (uint32_t i = 0; i < weft_size(); i++) {
				weft_flag_write(i, flag, turn);
			}
			weft_quiet();
		}
		ok &= weft_barrier_start(WEFT_WORLD, &request) == WEFT_OK;
		ok &= weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER) ==
		      WEFT_OK;
		ok &= weft_flag_read(weft_rank(), flag, &seen) == WEFT_OK;
		ok &= seen >= turn;
	}
	return ok;
}

/* Words on either side of what a line has, all at once: the sums of all, .. */
static bool sums_of_any_size(void)
{
	static const uint32_t sizes[] = {8, 9, 0, 7};
	static uint32_t mine[9], all[4][9];
	struct weft_request r[4];
	uint32_t size = weft_size(), me = weft_rank();
	bool ok = true;

	for (uint32_t i = 0; i < 9; i++) {
		mine[i] = me + i;
	}
	for (uint32_t n = 0; n < 4; n++) {
		ok &= weft_allreduce_start(mine, all[n], sizes[n],
					   &weft_sum_uint32, WEFT_WORLD,
					   &r[n]) == WEFT_OK;
	}
	for (uint32_t n = 4; n-- > 0;) {
		ok &= weft_wait(&r[n], WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK;
		for (uint32_t i = 0; i < sizes[n]; i++) {
			ok &= all[n][i] == size * (size - 1) / 2 + size * i;
		}
	}
	return ok;
}

/* .. and broadcasts, one after the other. */
static bool bytes_of_any_size(void)
{
	struct weft_request r;
	uint8_t data[40];
	bool ok = true;

	for (uint32_t n = 0; n <= sizeof(data); n++) {
		uint32_t root = n % weft_size();

		tap_fill(data, n, weft_rank() == root ? n : 99);
		ok &= weft_bcast_start(data, n, root, WEFT_WORLD, &r) ==
		      WEFT_OK;
		ok &= weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK;
		ok &= tap_same(data, n, n);
	}
	return ok;
}

static bool errors(void)
{
	struct weft_team *all = WEFT_WORLD;
	struct weft_request request;
	uint32_t x[1] = {0};

	memset(&request, 0, sizeof(request));
	return weft_barrier_start(WEFT_NO_TEAM, &request) == WEFT_ERR_NULL &&
	       weft_barrier_start(all, NULL) == WEFT_ERR_NULL &&
	       weft_bcast_start(NULL, 4, 0, all, &request) == WEFT_ERR_NULL &&
	       weft_bcast_start(x, 4, weft_size(), all, &request) ==
		       WEFT_ERR_RANK &&
	       weft_scan_start(x, NULL, 1, &weft_sum_uint32, all, &request) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce_start(x, NULL, 1, &weft_sum_uint32, all,
				    &request) == WEFT_ERR_NULL &&
	       weft_reduce_start(x, x, 1, &weft_sum_uint32, weft_size(), all,
				 &request) == WEFT_ERR_RANK;
}

int main(void)
{
	struct weft_team *half = WEFT_NO_TEAM, *third = WEFT_NO_TEAM;
	uint32_t me, seed, flag;
	bool ok = true;

	tap_begin();
	me = weft_rank();
	seed = tap_random();
	ok &= weft_flags_alloc(1, &flag) == WEFT_OK;
	tap_ok(ok && waits_for_all(flag), "a barrier waits for all");
	tap_ok(by_looks(), "who looks goes on");
	ok = weft_team_split(WEFT_WORLD, me & 1, -(int32_t)me, &half,
			     WEFT_FOREVER) == WEFT_OK;
	ok &= weft_team_split(WEFT_WORLD, me % 3 > 0, 0, &third,
			      WEFT_FOREVER) == WEFT_OK;
	ok = ok && some(half, WEFT_WORLD, seed);
	tap_ok(ok, "several of all, and of a team");
	tap_ok(!in_handler, "handlers combine only what they may");
	tap_ok(sums_of_any_size() && bytes_of_any_size(), "any size");
	tap_ok(errors(), "errors");
	ok = weft_team_free(&third, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_team_free(&half, WEFT_FOREVER) == WEFT_OK;
	tap_ok(ok && by_looks(), "teams come to an end");
	return tap_end();
}
