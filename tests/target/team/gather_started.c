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
 * Started gather, scatter, allgather and all-to-all: each byte of each block is a function of
 * who sends it to whom, and nothing beside the blocks is written.  Sizes from 0, all roots,
 * in place and not; several under way of all and of a team, begun in another order
 * on each core, while the application computes or makes other collectives.
 */
#include <string.h>

#include "tests/target/gather_calls.h"
#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum {
	LONG = 2200,
	MOST = WEFT_STARTED_MOST + 1, /* one that waits for room, too */
	TURNS = 6,
	ODD_WORDS = 300, /* more than a piece on most boards */
};

/* One that has been started. */
struct one {
	struct call call;
	struct room room;
	struct weft_request request;
};

static struct one ones[2][MOST];

/* Detectors take half a second of processor time for a call of 48 cores. */
static bool many(void)
{
	return weft_size() > 17;
}

static int start_v(const struct call *c, const struct arguments *x,
		   struct weft_request *request)
{
	const struct room *r = c->room;

	switch (c->what) {
	case GATHER:
		return weft_gatherv_start(x->send, x->out, x->recv, r->to_count,
					  r->to_at, c->root, c->team, request);
	case SCATTER:
		return weft_scatterv_start(x->send, r->from_count, r->from_at,
					   x->recv, x->in, c->root, c->team,
					   request);
	case ALLGATHER:
		return weft_allgatherv_start(x->send, x->out, x->recv,
					     r->to_count, r->to_at, c->team,
					     request);
	default:
		return weft_alltoallv_start(x->send, r->from_count, r->from_at,
					    x->recv, r->to_count, r->to_at,
					    c->team, request);
	}
}

static int start(const struct call *c, struct weft_request *request)
{
	struct arguments x = call_arguments(c);

	if (c->v) {
		return start_v(c, &x, request);
	}
	switch (c->what) {
	case GATHER:
		return weft_gather_start(x.send, x.recv, c->bytes, c->root,
					 c->team, request);
	case SCATTER:
		return weft_scatter_start(x.send, x.recv, c->bytes, c->root,
					  c->team, request);
	case ALLGATHER:
		return weft_allgather_start(x.send, x.recv, c->bytes, c->team,
					    request);
	default:
		return weft_alltoall_start(x.send, x.recv, c->bytes, c->team,
					   request);
	}
}

static bool begin(struct one *o, struct weft_team *team, enum what what,
		  uint32_t bytes, uint32_t draw)
{
	o->call = (struct call){
		.room = &o->room,
		.team = team,
		.what = what,
		.v = draw >> 8 & 1,
		.in_place = draw >> 9 & 1,
		.bytes = call_fitting(&o->room, bytes),
		.key = draw,
	};
	call_prepare(&o->call);
	return start(&o->call, &o->request) == WEFT_OK;
}

static bool right(struct one *o)
{
	return weft_wait(&o->request, WEFT_COMPLETE, WEFT_FOREVER) == WEFT_OK &&
	       weft_test(&o->request, WEFT_COMPLETE) && call_right(&o->call);
}

static bool borders(enum what what)
{
	static const uint32_t sizes[] = {0, 1, 32, 33, 256, 257, LONG};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (uint32_t how = many() ? i & 3 : 0; how < 4;
		     how += many() ? 4 : 1) {
			uint32_t draw = call_mix(i) & ~(3u << 8);

			ok &= begin(&ones[0][0], WEFT_WORLD, what, sizes[i],
				    draw | how << 8) &&
			      right(&ones[0][0]);
		}
	}
	return ok;
}

/* The i-th of a turn, of team 0 or 1. */
static bool begin_one(struct weft_team *const *team, uint32_t which, uint32_t i,
		      uint32_t seed)
{
	uint32_t draw = call_mix(seed + 16 * i + which);
	uint32_t bytes = draw & 0x400 ? tap_below(draw << 3, LONG) : 40;

	return begin(&ones[which][i], team[which], (enum what)(draw >> 12 & 3),
		     bytes, draw);
}

/* A few of each team under way. */
static bool some(struct weft_team *a, struct weft_team *b, uint32_t seed)
{
	struct weft_team *team[2] = {a, b};
	bool ok = true;

	for (uint32_t turn = 0; turn < (many() ? 2 : TURNS) && ok; turn++) {
		uint32_t n, first = tap_own_random() & 1;

		seed = call_mix(seed + turn);
		n = 1 + tap_below(seed, WEFT_STARTED_MOST);
		for (uint32_t i = 0; i < n; i++) {
			ok &= begin_one(team, first, i, seed);
		}
		if ((tap_own_random() & 3) == 0) {
			tap_delay(tap_below(tap_own_random(), 50000));
		}
		for (uint32_t i = 0; i < n; i++) {
			ok &= begin_one(team, first ^ 1, i, seed);
		}
		if (seed & 256) {
			ok &= weft_barrier(a, WEFT_FOREVER) == WEFT_OK;
		}
		for (uint32_t i = n; i-- > 0;) {
			ok &= right(&ones[first][i]) &
			      right(&ones[first ^ 1][i]);
		}
	}
	return ok;
}

/* More than may be under way; nobody waits, all only look. */
static bool by_looks(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < MOST; i++) {
		ok &= begin(&ones[0][i], WEFT_WORLD, (enum what)(i & 3), 50,
			    call_mix(i));
	}
	for (uint32_t i = 0; i < MOST; i++) {
		while (!weft_test(&ones[0][i].request, WEFT_COMPLETE)) {
			tap_delay(100);
		}
		ok &= call_right(&ones[0][i].call);
	}
	return ok;
}

/*
 * The last rank wants `want` bytes, of which root 0 has four: it gets what both have, and
 * nothing in the place of the rest.
 */
static bool mismatch(size_t want)
{
	static uint32_t got[ODD_WORDS];
	uint32_t size = weft_size(), me = weft_rank();
	uint32_t *from = tap_room(4 * size);
	bool other = me == size - 1 && size > 1, rest_is_there = true;
	struct weft_request request;
	int error, expected = other ? WEFT_ERR_MISMATCH : WEFT_OK;

	for (uint32_t i = 0; i < size; i++) {
		from[i] = i + 1;
	}
	for (uint32_t i = 0; i < ODD_WORDS; i++) {
		got[i] = 77;
	}
	error = weft_scatter_start(from, got, other ? want : 4, 0, WEFT_WORLD,
				   &request);
	error = error ? error
		      : weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER);
	for (uint32_t i = 1; i < ODD_WORDS; i++) {
		rest_is_there &= got[i] == 77;
	}
	return error == expected && got[0] == me + 1 && rest_is_there &&
	       (!other || request.peer == 0);
}

static bool errors(void)
{
	struct weft_team *all = WEFT_WORLD;
	struct weft_request r;
	uint32_t x[2] = {0}, root = weft_size();

	memset(&r, 0, sizeof(r));
	return weft_gather_start(x, x, 4, 0, WEFT_NO_TEAM, &r) ==
		       WEFT_ERR_NULL &&
	       weft_gather_start(x, x, 4, root, all, &r) == WEFT_ERR_RANK &&
	       weft_gather_start(NULL, x, 4, 0, all, &r) == WEFT_ERR_NULL &&
	       weft_allgather_start(x, NULL, 4, all, &r) == WEFT_ERR_NULL &&
	       weft_allgather_start(x, x, 4, all, NULL) == WEFT_ERR_NULL &&
	       weft_scatter_start(x, NULL, 4, 0, all, &r) == WEFT_ERR_NULL &&
	       weft_scatter_start(x, x, 4, root, all, &r) == WEFT_ERR_RANK &&
	       weft_alltoall_start(x, NULL, 4, all, &r) == WEFT_ERR_NULL &&
	       weft_allgather_start(x, x, (size_t)1 << 30, all, &r) ==
		       WEFT_ERR_SIZE &&
	       weft_alltoallv_start(x, NULL, NULL, x, NULL, NULL, all, &r) ==
		       WEFT_ERR_NULL;
}

int main(void)
{
	static const char *const names[] = {"gather", "scatter", "allgather",
					    "alltoall"};
	uint32_t each = weft_size() > 8 ? 330 : 2300;
	struct two_teams two;
	bool ok;

	tap_begin();
	for (uint32_t i = 0; i < 2 * MOST; i++) {
		room_make(&ones[i & 1][i >> 1].room, each);
	}
	for (enum what what = 0; what < WHATS; what++) {
		tap_ok(borders(what), "%s: sizes", names[what]);
	}
	tap_ok(by_looks(), "who looks goes on");
	ok = two_teams_make(&two);
	ok = ok && some(two.half, WEFT_WORLD, tap_random());
	ok = ok && some(two.third, two.half, tap_random());
	tap_ok(ok, "several of all, and of teams");
	tap_ok(mismatch(2) && mismatch(6) &&
		       mismatch(sizeof(uint32_t) * ODD_WORDS),
	       "blocks of two sizes");
	tap_ok(errors(), "errors");
	tap_ok(two_teams_free(&two) && by_looks(), "teams come to an end");
	return tap_end();
}
