/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=120 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=130 time-out=120 full=1 */
/*
 * Gather, scatter, allgather, all-to-all, with blocks of one size and of many: each byte
 * of each block is a function of who sends it to whom, and nothing beside the blocks
 * is written.  Random sizes and roots, in place and not, and teams of which two overlap.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LONG = 2200,   /* bytes: no chunk holds many of these */
	LONGER = 7000, /* .. or one */
	GAP = 5,       /* bytes between blocks that nobody may write */
	BLANK = 0xa5,
};

enum what {
	GATHER,
	SCATTER,
	ALLGATHER,
	ALLTOALL,
	WHATS,
};

/* One call, as all cores of the team draw it. */
struct call {
	struct weft_team *team;
	uint32_t me, size;
	enum what what;
	bool v, in_place;
	uint32_t root, bytes, key;
};

static uint8_t *from, *to;
static size_t *from_count, *from_at, *to_count, *to_at;
static size_t room; /* bytes of `from`, and of `to` */

static uint32_t mix(uint32_t x)
{
	x *= 0x9e3779b1;
	x ^= x >> 15;
	x *= 0x85ebca6b;
	return x ^ x >> 13;
}

/* The bytes of the block from a to b; b is 0 where all get the same. */
static uint32_t bytes_of(const struct call *c, uint32_t a, uint32_t b)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;

	if (!c->v) {
		return c->bytes;
	}
	if (!c->in_place || c->what != ALLTOALL) {
		low = a;
		high = b;
	}
	return tap_below(mix(c->key + low * 64 + high), c->bytes + 1);
}

static uint32_t pattern(const struct call *c, uint32_t a, uint32_t b)
{
	return mix(c->key ^ (a * 1024 + b));
}

/* Where blocks of a buffer begin: apart, and in the order of keys, if they may. */
static void place(const struct call *c, size_t *at, const size_t *count)
{
	size_t end = 0;

	for (uint32_t i = 0; i < c->size; i++) {
		uint32_t block = c->v ? c->size - 1 - i : i;

		at[block] = end;
		end += count[block] + (c->v ? GAP : 0);
	}
	if (end > room) {
		weft_panic("the test's buffers are too small");
	}
}

static bool is_root(const struct call *c)
{
	return c->what >= ALLGATHER || c->root == c->me;
}

/* Does this core have many blocks to send, and does it get many? */
static bool sends_many(const struct call *c)
{
	return c->what == ALLTOALL || (c->what == SCATTER && is_root(c));
}

static bool gets_many(const struct call *c)
{
	return c->what != SCATTER && is_root(c);
}

/* The pair that block i is of, in buffers of many. */
static uint32_t key_out(const struct call *c, uint32_t i)
{
	return pattern(c, c->me, i);
}

static uint32_t key_in(const struct call *c, uint32_t i)
{
	return pattern(c, i, c->what == ALLTOALL ? c->me : 0);
}

static void prepare(const struct call *c)
{
	bool all = c->what == ALLTOALL;

	memset(from, BLANK, room);
	memset(to, BLANK, room);
	for (uint32_t i = 0; i < c->size; i++) {
		uint32_t out = c->what == SCATTER ? c->root : c->me;

		from_count[i] = bytes_of(c, out, i);
		to_count[i] = bytes_of(c, i, all ? c->me : 0);
	}
	place(c, from_at, from_count);
	place(c, to_at, to_count);
	if (sends_many(c)) {
		uint8_t *base = c->in_place && all ? to : from;
		const size_t *at = c->in_place && all ? to_at : from_at;

		for (uint32_t i = 0; i < c->size; i++) {
			tap_fill(base + at[i], from_count[i], key_out(c, i));
		}
	} else if (c->what != SCATTER && c->in_place && is_root(c)) {
		tap_fill(to + to_at[c->me], to_count[c->me], key_in(c, c->me));
	} else if (c->what != SCATTER) {
		tap_fill(from, to_count[c->me], key_in(c, c->me));
	}
}

static int perform(const struct call *c)
{
	bool in_place = c->in_place && is_root(c);
	const void *send =
		in_place && c->what != SCATTER ? WEFT_IN_PLACE : from;
	void *recv = in_place && c->what == SCATTER ? WEFT_IN_PLACE : to;
	size_t out = bytes_of(c, c->me, 0), in = bytes_of(c, c->root, c->me);

	switch (c->what) {
	case GATHER:
		recv = is_root(c) ? recv : NULL;
		return c->v ? weft_gatherv(send, out, recv, to_count, to_at,
					   c->root, c->team, WEFT_FOREVER)
			    : weft_gather(send, recv, c->bytes, c->root,
					  c->team, WEFT_FOREVER);
	case SCATTER:
		send = is_root(c) ? send : NULL;
		return c->v ? weft_scatterv(send, from_count, from_at, recv, in,
					    c->root, c->team, WEFT_FOREVER)
			    : weft_scatter(send, recv, c->bytes, c->root,
					   c->team, WEFT_FOREVER);
	case ALLGATHER:
		return c->v ? weft_allgatherv(send, out, recv, to_count, to_at,
					      c->team, WEFT_FOREVER)
			    : weft_allgather(send, recv, c->bytes, c->team,
					     WEFT_FOREVER);
	default:
		return c->v ? weft_alltoallv(send, from_count, from_at, recv,
					     to_count, to_at, c->team,
					     WEFT_FOREVER)
			    : weft_alltoall(send, recv, c->bytes, c->team,
					    WEFT_FOREVER);
	}
}

/* Blank what is right: the rest of the buffer must be blank then, too. */
static bool right(const struct call *c)
{
	bool ok = true;

	if (gets_many(c)) {
		for (uint32_t i = 0; i < c->size; i++) {
			ok &= tap_same(to + to_at[i], to_count[i],
				       key_in(c, i));
			memset(to + to_at[i], BLANK, to_count[i]);
		}
	} else if (c->what == SCATTER && !(c->in_place && is_root(c))) {
		size_t n = bytes_of(c, c->root, c->me);

		ok &= tap_same(to, n, pattern(c, c->root, c->me));
		memset(to, BLANK, n);
	}
	for (size_t i = 0; i < room; i++) {
		ok &= to[i] == BLANK;
	}
	return ok;
}

static bool one(struct call *c)
{
	int error;

	c->me = weft_team_rank(c->team);
	c->size = weft_team_size(c->team);
	c->root = tap_below(mix(c->key), c->size);
	prepare(c);
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 20000));
	}
	error = perform(c);
	return !error && right(c);
}

/* As many bytes of all blocks together as fit the buffers. */
static uint32_t fitting(uint32_t bytes)
{
	uint32_t most = (uint32_t)room / weft_size() - GAP;

	return bytes < most ? bytes : most;
}

static bool some(struct weft_team *team, enum what what, uint32_t draw)
{
	static const uint32_t most[] = {4, 70, 9, LONG, 33, LONGER};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(most) / sizeof(most[0]); i++) {
		struct call c = {.team = team, .what = what};

		draw = mix(draw + i);
		c.key = draw;
		c.v = draw >> 8 & 1;
		c.in_place = draw >> 9 & 1;
		c.bytes = fitting(tap_below(draw << 4, most[i] + 1));
		ok &= one(&c);
	}
	return ok;
}

static bool borders(enum what what)
{
	static const uint32_t sizes[] = {0, 1, 4, 31, 32, 33, LONG, LONGER};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (uint32_t how = 0; how < 4; how++) {
			struct call c = {.team = WEFT_TEAM_WORLD,
					 .what = what,
					 .v = how & 1,
					 .in_place = how & 2,
					 .bytes = fitting(sizes[i]),
					 .key = mix(i * 4 + how)};

			ok &= one(&c);
		}
	}
	return ok;
}

/* Two teams of each core, in turns: others are in one of them meanwhile. */
static bool teams(void)
{
	struct weft_team *half = NULL, *third = NULL;
	uint32_t me = weft_rank(), seed = tap_random();
	bool ok = true;

	ok &= weft_team_split(WEFT_TEAM_WORLD, me & 1, -(int32_t)me, &half,
			      WEFT_FOREVER) == WEFT_OK;
	ok &= weft_team_split(WEFT_TEAM_WORLD, tap_below(me << 29, 3) > 0, 0,
			      &third, WEFT_FOREVER) == WEFT_OK;
	for (enum what what = 0; ok && what < WHATS; what++) {
		ok &= some(half, what, seed + what);
		ok &= some(third, what, seed - what);
	}
	return ok && weft_team_free(&half, WEFT_FOREVER) == WEFT_OK &&
	       weft_team_free(&third, WEFT_FOREVER) == WEFT_OK;
}

int main(void)
{
	static const char *const names[] = {"gather", "scatter", "allgather",
					    "alltoall"};
	uint32_t cores = weft_size(), seed;

	tap_begin();
	room = (size_t)cores * (cores > 8 ? 350 : 3500);
	from = tap_room(room);
	to = tap_room(room);
	from_count = tap_room(cores * sizeof(size_t));
	from_at = tap_room(cores * sizeof(size_t));
	to_count = tap_room(cores * sizeof(size_t));
	to_at = tap_room(cores * sizeof(size_t));
	seed = tap_random();
	for (enum what what = 0; what < WHATS; what++) {
		tap_ok(borders(what), "%s: sizes", names[what]);
		tap_ok(some(WEFT_TEAM_WORLD, what, seed), "%s: random",
		       names[what]);
	}
	tap_ok(teams(), "teams");
	return tap_end();
}
