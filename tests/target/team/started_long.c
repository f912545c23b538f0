/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-sim,tile36-sim cores=17
	time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_EPOCH=0xfffffffe time-out=120 */
/* weft-test: boards=scc-sim cores=48 time-out=300 */
/* weft-test: boards=scc-sim cores=7 modes=strict o=fault=irq-lost:p=0.05
	time-out=120 */
/* weft-test: boards=scc-sim cores=17 modes=strict o=fault=slow:core=2,x=100
	time-out=120 */
/*
 * Started broadcasts, reductions and scans of any size against a plain loop over the
 * ranks, by an operation that does not commute: sizes around a piece's, all roots, in place
 * and not, by handlers and by the thread alone, several under way of two teams or
 * of all.
 */
#include <string.h>

#include <weft/weft.h>

#include "runtime/context.h"
#include "tests/target/affine.h"
#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum what {
	BCAST,
	REDUCE,
	ALLREDUCE,
	SCAN,
	EXSCAN,
	REDUCE_SCATTER,
	WHATS,
};

enum {
	MOST = 320, /* elements of a block; pieces have 32 to 512 bytes */
	ROOM = 900, /* of all blocks */
	BLANK = 0x5a5a,
	TURNS = 5,
	CALLS = 3,
};

static volatile bool in_handler; /* what may not */

static void chain_in_thread(void *into, const void *from, size_t n)
{
	in_handler |= rt_context != RT_THREAD;
	chain(into, from, n);
}

static const struct weft_op here = {
	.combine = chain, .bytes = sizeof(struct affine), .in_handler = true};
static const struct weft_op thread = {.combine = chain_in_thread,
				      .bytes = sizeof(struct affine)};

/* An element that no piece is a multiple of: five in a row. */
static void chain_five(void *into, const void *from, size_t n)
{
	chain(into, from, 5 * n);
}

static const struct weft_op fives = {.combine = chain_five,
				     .bytes = 5 * sizeof(struct affine),
				     .in_handler = true};

/* One call: `n` parts of elements a core, or a block. */
struct one {
	struct weft_request request;
	struct weft_team *team;
	struct affine *mine, *result;
	enum what what;
	uint32_t n, root, key;
	bool in_place;
	const struct weft_op *op;
};

static struct one ones[2][CALLS];

/* What the ranks before `end` combine to in place i. */
static struct affine combined(const struct one *o, uint32_t end, uint32_t i)
{
	struct affine sum = part(o->key, 0, i);

	for (uint32_t rank = 1; rank < end; rank++) {
		struct affine other = part(o->key, rank, i);

		chain(&sum, &other, 1);
	}
	return sum;
}

static uint32_t blocks(const struct one *o)
{
	return o->what == REDUCE_SCATTER ? weft_team_size(o->team) : 1;
}

static bool has_result(const struct one *o)
{
	uint32_t me = weft_team_rank(o->team);

	return (o->what != REDUCE || o->root == me) &&
	       (o->what != EXSCAN || me > 0);
}

static struct affine expected(const struct one *o, uint32_t i)
{
	uint32_t me = weft_team_rank(o->team), size = weft_team_size(o->team);

	switch (o->what) {
	case BCAST:
		return part(o->key, o->root, i);
	case SCAN:
		return combined(o, me + 1, i);
	case EXSCAN:
		return combined(o, me, i);
	case REDUCE_SCATTER:
		return combined(o, size, me * o->n + i);
	default:
		return combined(o, size, i);
	}
}

static int start(struct one *o)
{
	struct affine *to = o->in_place ? o->mine : o->result;
	size_t count = o->op == &fives ? o->n / 5 : o->n;

	switch (o->what) {
	case BCAST:
		return weft_team_bcast_long_start(
			to, o->n * sizeof(*to), o->root, o->team, &o->request);
	case REDUCE:
		return weft_reduce_long_start(o->mine, to, count, o->op,
					      o->root, o->team, &o->request);
	case ALLREDUCE:
		return weft_allreduce_long_start(o->mine, to, count, o->op,
						 o->team, &o->request);
	case SCAN:
		return weft_scan_long_start(o->mine, to, count, o->op, o->team,
					    &o->request);
	case EXSCAN:
		return weft_exscan_long_start(o->mine, to, count, o->op,
					      o->team, &o->request);
	default:
		return weft_reduce_scatter_block_start(
			o->mine, to, count, o->op, o->team, &o->request);
	}
}

/* `draw` is the same on all cores of the team. */
static bool begin(struct one *o, struct weft_team *team, enum what what,
		  uint32_t n, uint32_t draw)
{
	static const struct weft_op *const ops[] = {&here, &thread, &fives,
						    &here};
	uint32_t me = weft_team_rank(team);

	o->team = team;
	o->what = what;
	o->op = ops[draw >> 4 & 3];
	o->key = draw;
	o->root = tap_below(draw << 7, weft_team_size(team));
	o->in_place = what == BCAST || (what != REDUCE_SCATTER && draw & 8);
	o->n = n * blocks(o) <= ROOM ? n : ROOM / blocks(o);
	o->n -= what != BCAST && o->op == &fives ? o->n % 5 : 0;
	for (uint32_t i = 0; i < ROOM; i++) {
		o->mine[i] = o->result[i] = (struct affine){BLANK, BLANK};
	}
	for (uint32_t i = 0; i < o->n * blocks(o); i++) {
		o->mine[i] = what != BCAST || me == o->root
				     ? part(o->key, me, i)
				     : o->mine[i];
	}
	return start(o) == WEFT_OK;
}

static bool right(struct one *o)
{
	const struct affine *to = o->in_place ? o->mine : o->result;
	bool ok = weft_wait(&o->request, WEFT_COMPLETE, WEFT_FOREVER) ==
			  WEFT_OK &&
		  weft_test(&o->request, WEFT_COMPLETE);

	for (uint32_t i = 0; i < o->n && has_result(o) && ok; i++) {
		struct affine x = expected(o, i);

		ok = is(to[i], x.a, x.b);
	}
	for (uint32_t i = has_result(o) ? o->n : 0; i < ROOM && ok; i++) {
		ok = is(o->result[i], BLANK, BLANK);
	}
	return ok;
}

/* Detectors take long for many cores. */
static bool many(void)
{
	return weft_size() > 17;
}

static bool borders(enum what what)
{
	static const uint32_t sizes[] = {0, 5, 8, 10, 64, 130, MOST};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (uint32_t how = many() ? i & 3 : 0; how < 4;
		     how += many() ? 4 : 1) {
			uint32_t draw = (i * 0x9e3779b1 & ~0xffu) | how << 4;

			ok &= begin(&ones[0][0], WEFT_TEAM_WORLD, what,
				    sizes[i], draw | ((i + how) & 1) << 3) &&
			      right(&ones[0][0]);
		}
	}
	return ok;
}

static bool begin_one(struct weft_team *const *team, uint32_t which, uint32_t i,
		      uint32_t seed)
{
	uint32_t draw = (seed + 16 * i + which) * 0x9e3779b1;

	draw ^= draw >> 15;
	return begin(&ones[which][i], team[which],
		     (enum what)tap_below(draw << 11, WHATS),
		     tap_below(draw << 3, draw & 4 ? MOST : 12), draw);
}

/* A few of each team under way, while this core computes or is in a barrier. */
static bool some(struct weft_team *a, struct weft_team *b, uint32_t seed)
{
	struct weft_team *team[2] = {a, b};
	bool ok = true;

	for (uint32_t turn = 0; turn < (many() ? 2 : TURNS) && ok; turn++) {
		uint32_t first = tap_own_random() & 1;

		seed = seed * 1664525 + turn;
		for (uint32_t i = 0; i < CALLS; i++) {
			ok &= begin_one(team, first, i, seed);
		}
		if ((tap_own_random() & 3) == 0) {
			tap_delay(tap_below(tap_own_random(), 50000));
		}
		for (uint32_t i = 0; i < CALLS; i++) {
			ok &= begin_one(team, first ^ 1, i, seed);
		}
		if (seed & 256) {
			ok &= weft_team_barrier(a, WEFT_FOREVER) == WEFT_OK;
		}
		for (uint32_t i = CALLS; i-- > 0;) {
			ok &= right(&ones[first][i]) &
			      right(&ones[first ^ 1][i]);
		}
	}
	return ok;
}

/* The last rank has one element less than the one it asks, and finds out. */
static bool mismatch(void)
{
	uint32_t me = weft_rank();
	bool less = me > 0 && me == weft_size() - 1;
	struct one *o = &ones[0][0];
	int error = weft_scan_long_start(o->mine, o->result, less ? 39 : 40,
					 &here, WEFT_TEAM_WORLD, &o->request);

	if (!error) {
		error = weft_wait(&o->request, WEFT_COMPLETE, WEFT_FOREVER);
	}
	return error == (less ? WEFT_ERR_MISMATCH : WEFT_OK) &&
	       (!less || o->request.peer == me - 1);
}

static bool errors(void)
{
	static const struct weft_op large = {.combine = chain, .bytes = 257};
	struct weft_team *all = WEFT_TEAM_WORLD;
	uint32_t x[2] = {0}, root = weft_size();
	struct weft_request r;

	memset(&r, 0, sizeof(r));
	return weft_team_bcast_long_start(x, 4, root, all, &r) ==
		       WEFT_ERR_RANK &&
	       weft_team_bcast_long_start(NULL, 4, 0, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_team_bcast_long_start(x, 4, 0, NULL, &r) == WEFT_ERR_NULL &&
	       weft_team_bcast_long_start(x, 4, 0, all, NULL) ==
		       WEFT_ERR_NULL &&
	       weft_reduce_long_start(x, x, 1, &here, root, all, &r) ==
		       WEFT_ERR_RANK &&
	       weft_reduce_long_start(NULL, x, 1, &here, 0, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce_long_start(x, NULL, 1, &here, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce_long_start(x, x, 1, NULL, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_scan_long_start(x, x, 1, &large, all, &r) ==
		       WEFT_ERR_SIZE &&
	       weft_exscan_long_start(x, x, (size_t)1 << 29, &here, all, &r) ==
		       WEFT_ERR_SIZE &&
	       weft_reduce_scatter_block_start(x, NULL, 1, &here, all, &r) ==
		       WEFT_ERR_NULL;
}

int main(void)
{
	static const char *const names[] = {"bcast",     "reduce",
					    "allreduce", "scan",
					    "exscan",    "reduce_scatter"};
	struct two_teams two;
	bool ok;

	tap_begin();
	for (uint32_t i = 0; i < 2 * CALLS; i++) {
		struct one *o = &ones[i & 1][i >> 1];

		o->mine = tap_room(ROOM * sizeof(*o->mine));
		o->result = tap_room(ROOM * sizeof(*o->result));
	}
	for (enum what what = 0; what < WHATS; what++) {
		tap_ok(borders(what), "%s: sizes", names[what]);
	}
	ok = two_teams_make(&two);
	ok = ok && some(two.half, WEFT_TEAM_WORLD, tap_random());
	ok = ok && some(two.third, two.half, tap_random());
	tap_ok(ok, "several of all, and of teams");
	tap_ok(!in_handler, "what handlers may not call they did not");
	tap_ok(mismatch(), "fewer elements than the rank before");
	tap_ok(errors(), "errors");
	tap_ok(two_teams_free(&two), "teams come to an end");
	return tap_end();
}
