/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-sim,tile36-sim cores=17
	time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_EPOCH=0xfffffffe time-out=120 */
/* weft-test: boards=scc-sim cores=3,7 modes=strict,relaxed env=WEFT_MPB_LEAST=1
	time-out=120 */
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

#include "tests/target/long_calls.h"
#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum {
	TURNS = 5,
	CALLS = 3,
};

static struct one ones[2][CALLS];

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

			ok &= begin(&ones[0][0], WEFT_WORLD, what, sizes[i],
				    draw | ((i + how) & 1) << 3) &&
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
			ok &= weft_barrier(a, WEFT_FOREVER) == WEFT_OK;
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
	int error = weft_scan_start(o->mine, o->result, less ? 39 : 40, &here,
				    WEFT_WORLD, &o->request);

	if (!error) {
		error = weft_wait(&o->request, WEFT_COMPLETE, WEFT_FOREVER);
	}
	return error == (less ? WEFT_ERR_MISMATCH : WEFT_OK) &&
	       (!less || o->request.peer == me - 1);
}

static bool errors(void)
{
	static const struct weft_op large = {.combine = chain, .bytes = 257},
				    nine = {.combine = chain, .bytes = 9};
	size_t *many = ones[0][0].counts;
	struct weft_team *all = WEFT_WORLD;
	uint32_t x[2] = {0}, root = weft_size();
	struct weft_request r;

	memset(&r, 0, sizeof(r));
	for (uint32_t i = 0; i < weft_size(); i++) {
		many[i] = SIZE_MAX;
	}
	return weft_bcast_start(x, 4, root, all, &r) == WEFT_ERR_RANK &&
	       weft_bcast_start(NULL, 4, 0, all, &r) == WEFT_ERR_NULL &&
	       weft_bcast_start(x, 4, 0, WEFT_NO_TEAM, &r) == WEFT_ERR_NULL &&
	       weft_bcast_start(x, 4, 0, all, NULL) == WEFT_ERR_NULL &&
	       weft_reduce_start(x, x, 1, &here, root, all, &r) ==
		       WEFT_ERR_RANK &&
	       weft_reduce_start(NULL, x, 1, &here, 0, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce_start(x, NULL, 1, &here, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_allreduce_start(x, x, 1, NULL, all, &r) == WEFT_ERR_NULL &&
	       weft_scan_start(x, x, 1, &large, all, &r) == WEFT_ERR_SIZE &&
	       weft_exscan_start(x, x, (size_t)1 << 29, &here, all, &r) ==
		       WEFT_ERR_SIZE &&
	       weft_reduce_scatter_start(x, NULL, 1, NULL, &here, all, &r) ==
		       WEFT_ERR_NULL &&
	       weft_reduce_scatter_start(x, x, (size_t)1 << 29, NULL, &nine,
					 all, &r) == WEFT_ERR_SIZE &&
	       weft_reduce_scatter_start(x, x, 0, many, &here, all, &r) ==
		       WEFT_ERR_SIZE;
}

int main(void)
{
	static const char *const names[] = {
		"bcast",         "reduce", "allreduce",
		"scan",          "exscan", "reduce_scatter_block",
		"reduce_scatter"};
	struct two_teams two;
	bool ok;

	tap_begin();
	for (uint32_t i = 0; i < 2 * CALLS; i++) {
		struct one *o = &ones[i & 1][i >> 1];

		o->mine = tap_room(ROOM * sizeof(*o->mine));
		o->result = tap_room(ROOM * sizeof(*o->result));
		o->counts = tap_room(weft_size() * sizeof(*o->counts));
	}
	for (enum what what = 0; what < WHATS; what++) {
		tap_ok(borders(what), "%s: sizes", names[what]);
	}
	ok = two_teams_make(&two);
	ok = ok && some(two.half, WEFT_WORLD, tap_random());
	ok = ok && some(two.third, two.half, tap_random());
	tap_ok(ok, "several of all, and of teams");
	tap_ok(!in_handler, "what handlers may not call they did not");
	tap_ok(mismatch(), "fewer elements than the rank before");
	tap_ok(errors(), "errors");
	tap_ok(two_teams_free(&two), "teams come to an end");
	return tap_end();
}
