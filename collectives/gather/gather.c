/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gather and allgather: the same, but for who receives.
 *
 * By hubs: every core writes its blocks, or pieces of them, beside each other into the
 * MPBs of hubs, where all are read in one copy.  The hub of a gather is its root.  In an
 * allgather each core reads at a hub that it shares with some others, or, where a get
 * is dear, at its own MPB.
 *
 * From each: every core writes a piece into its own MPB, where all receivers get it, each
 * beginning behind itself, so that not all read the same MPB.
 */
#include "collectives/barrier/agree.h"
#include "collectives/gather/rounds.h"

#ifndef GATHER_HUB_LOG2 /* cores of a hub: as many as may read one MPB unhindered */
#define GATHER_HUB_LOG2 (ROUNDS_PUSH ? 0 : 4)
#endif

struct gather {
	const struct rounds *x;
	const char *send; /* or WEFT_IN_PLACE */
	size_t bytes;
	const struct blocks *recv;
};

static const char *own(const struct gather *g)
{
	return g->send == WEFT_IN_PLACE ? blocks_at(g->recv, g->x->team->me)
					: g->send;
}

/* Where this core reads. */
static uint32_t hub_of(const struct gather *g)
{
	return g->x->root != WEFT_TEAM_NOBODY
		       ? g->x->root
		       : g->x->team->me >> GATHER_HUB_LOG2 << GATHER_HUB_LOG2;
}

/* The piece of mine, if it is in this round, to the hubs, my own first. */
static void put_at_hubs(const struct gather *g, const struct round *r)
{
	const struct rounds *x = g->x;
	uint32_t me = x->team->me, size = x->team->size;
	uint32_t i = me - r->first, n = round_bytes(x, r, g->bytes);
	uint32_t at, hub = hub_of(g);
	const char *from;

	if (me < r->first || i >= x->slots || n == 0) {
		return;
	}
	at = round_slot(x, r, i);
	if (x->root != WEFT_TEAM_NOBODY) {
		if (me != hub) {
			rounds_put(x, hub, at, g->send + r->at, n);
		}
		return;
	}
	from = own(g) + r->at;
	for (uint32_t next = 0; next < size; next += 1u << GATHER_HUB_LOG2) {
		if (GATHER_HUB_LOG2 > 0 || hub != me) {
			rounds_put(x, hub, at, from, n);
		}
		hub += 1u << GATHER_HUB_LOG2;
		hub = hub < size ? hub : 0;
	}
}

/* Slots that hold blocks as they lie in memory, in one copy. */
static void get_row(const struct gather *g, const struct round *r,
		    uint32_t from, uint32_t to)
{
	if (from < to) {
		rounds_get(g->x, blocks_at(g->recv, from), hub_of(g),
			   round_slot(g->x, r, from - r->first),
			   arith_mul(g->x->slot, to - from));
	}
}

/* All but my own. */
static void get_at_hub(const struct gather *g, const struct round *r)
{
	const struct rounds *x = g->x;
	uint32_t me = x->team->me, first = r->first, hub = hub_of(g);
	uint32_t end = first + round_blocks(x, r, x->team->size);

	if (!g->recv->count && g->recv->each == x->slot) {
		get_row(g, r, first, me < end ? me : end);
		get_row(g, r, me < first ? first : me + 1, end);
		return;
	}
	for (uint32_t i = first; i < end; i++) {
		uint32_t n = round_bytes(x, r, blocks_bytes(g->recv, i));

		if (i != me) {
			rounds_get(x, blocks_at(g->recv, i) + r->at, hub,
				   round_slot(x, r, i - first), n);
		}
	}
}

static int by_hubs(const struct gather *g)
{
	const struct rounds *x = g->x;
	uint32_t size = x->team->size;
	struct round r = {0};
	int error = rounds_meet(x);
	bool more = !error;

	if (more) {
		put_at_hubs(g, &r);
	}
	while (more) {
		struct round full = r;

		error = rounds_meet(x);
		if (error) {
			return error;
		}
		more = round_next(x, &r, size);
		if (more) {
			put_at_hubs(g, &r);
		}
		if (is_root(x)) {
			get_at_hub(g, &full);
		}
	}
	if (x->root == WEFT_TEAM_NOBODY && GATHER_HUB_LOG2 > 0 && !error) {
		error = rounds_meet(x);
	}
	return error;
}

static void get_from_each(const struct gather *g, const struct round *r)
{
	const struct rounds *x = g->x;
	uint32_t size = x->team->size;

	for (uint32_t i = 1; i < size; i++) {
		uint32_t other = arith_add_mod(x->team->me, i, size);

		rounds_get(x, blocks_at(g->recv, other) + r->at, other,
			   chunk_buffer(r->buffer),
			   round_bytes(x, r, blocks_bytes(g->recv, other)));
	}
}

static void put_own(const struct gather *g, const struct round *r)
{
	const struct rounds *x = g->x;

	if (x->root != x->team->me) {
		rounds_put(x, x->team->me, chunk_buffer(r->buffer),
			   own(g) + r->at, round_bytes(x, r, g->bytes));
	}
}

static int from_each(const struct gather *g)
{
	const struct rounds *x = g->x;
	struct round r = {0};
	int error = WEFT_OK;

	put_own(g, &r);
	for (bool more = true; more && !error;) {
		struct round full = r;

		error = rounds_meet(x);
		if (error) {
			return error;
		}
		more = round_next(x, &r, 1);
		if (more) {
			put_own(g, &r);
		}
		if (is_root(x)) {
			get_from_each(g, &full);
		}
	}
	return rounds_meet(x); /* nobody reads my buffers any more */
}

int gather_blocks(struct rounds *x, const struct moves *m)
{
	struct gather g = {x, m->send.base, m->send.each, &m->recv};

	if (x->at_once || ROUNDS_PUSH) {
		return by_hubs(&g);
	}
	rounds_cut_one(x);
	return from_each(&g);
}

int weft_gather(const void *send, void *recv, size_t bytes, weft_rank_t root,
		struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"gather", NULL, gather_blocks};
	struct moves m = moves_gather(blocks_of(send, bytes),
				      blocks_of(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}

int weft_allgather(const void *send, void *recv, size_t bytes,
		   struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"allgather", NULL,
						gather_blocks};
	struct moves m = moves_allgather(blocks_of(send, bytes),
					 blocks_of(recv, bytes), team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}
