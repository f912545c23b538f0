/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gather and allgather: the same, but for who receives.
 *
 * By hubs: every core writes its blocks, or pieces of them, beside each other into the
 * MPBs of hubs, where all are read in one copy.  The hub of a gather is its root, whose own
 * MPB is the nearest one to read: it has the most to do, and others write there meanwhile.  In an
 * allgather each core reads at a hub that it shares with some others, or, where a get
 * is dear, at its own MPB.  In a team of several nodes (arch/nodes.h) the hubs of an
 * allgather are the nodes' leaders, so a block enters each node once.
 *
 * From each: every core writes a piece into its own MPB, where all receivers get it, each
 * beginning behind itself, so that not all read the same MPB.  So goes a gather of long blocks
 * that differ, too, since the hub's rounds are as many as if all were as long as the longest.
 */
#include "collectives/barrier/agree.h"
#include "collectives/gather/gather_bits.h"
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

/* In an allgather each core is its own hub. */
static bool own_only(const struct team *team)
{
	return GATHER_HUB_LOG2 == 0 && team_nodes(team) == 1;
}

/* The hubs of an allgather: how many there are, and which is mine. */
struct hubs {
	uint32_t count, mine;
};

static struct hubs hubs_of(const struct team *team)
{
#if ARCH_NODES
	if (team_nodes(team) > 1) {
		return (struct hubs){team->nodes->count, team->nodes->mine};
	}
#endif
	return (struct hubs){(team->size + (1u << GATHER_HUB_LOG2) - 1) >>
				     GATHER_HUB_LOG2,
			     team->me >> GATHER_HUB_LOG2};
}

/* Its rank in the run. */
static uint32_t hub_rank(const struct team *team, uint32_t i)
{
#if ARCH_NODES
	if (team_nodes(team) > 1) {
		return team->nodes->leader[i];
	}
#endif
	return team_rank(team, i << GATHER_HUB_LOG2);
}

/* Where this core reads: a rank in the run. */
static uint32_t hub_of(const struct gather *g)
{
	const struct team *team = g->x->team;

	return g->x->root != WEFT_TEAM_NOBODY
		       ? team_rank(team, g->x->root)
		       : hub_rank(team, hubs_of(team).mine);
}

/* The piece of mine, if it is in this round, to the hubs, my own first. */
static void put_at_hubs(const struct gather *g, const struct round *r)
{
	const struct rounds *x = g->x;
	uint32_t i = x->team->me - r->first, n = round_bytes(x, r, g->bytes);
	struct hubs hubs = hubs_of(x->team);
	uint32_t at, hub, me = arch_rank();

	if (x->team->me < r->first || i >= x->slots || n == 0) {
		return;
	}
	at = round_slot(x, r, i);
	if (x->root != WEFT_TEAM_NOBODY) {
		hub = hub_of(g);
		if (me != hub) {
			arch_put(hub, ARCH_WINDOW_MPB, at, g->send + r->at, n);
		}
		return;
	}
	for (uint32_t left = hubs.count; left > 0; left--) {
		hub = hub_rank(x->team, hubs.mine);
		if (!own_only(x->team) || hub != me) {
			arch_put(hub, ARCH_WINDOW_MPB, at, own(g) + r->at, n);
		}
		hubs.mine = arith_add_mod(hubs.mine, 1, hubs.count);
	}
}

/* Slots that hold blocks as they lie in memory, in one copy. */
static void get_row(const struct gather *g, const struct round *r,
		    uint32_t from, uint32_t to)
{
	if (from < to) {
		arch_get(blocks_at(g->recv, from), hub_of(g), ARCH_WINDOW_MPB,
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

		if (i != me && n > 0) {
			arch_get(blocks_at(g->recv, i) + r->at, hub,
				 ARCH_WINDOW_MPB, round_slot(x, r, i - first),
				 n);
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
	if (x->root == WEFT_TEAM_NOBODY && !own_only(x->team) && !error) {
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

#if GATHER_BITS
	if (gather_by_bits(x, &m->recv)) {
		return gather_bits(x, &m->recv);
	}
#endif
	if (x->at_once || rounds_push(x) ||
	    (x->root != WEFT_TEAM_NOBODY && !m->recv.listed)) {
		if (!x->at_once && team_nodes(x->team) > 1) {
			rounds_cut_all(x, x->team->size);
		}
		return by_hubs(&g);
	}
	rounds_cut_one(x);
	return from_each(&g);
}

int weft_gather(const void *send, void *recv, size_t bytes, weft_rank_t root,
		struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"gather", NULL, gather_blocks};
	struct moves m = MOVES_GATHER(BLOCKS_OF(send, bytes),
				      BLOCKS_OF(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}

int weft_allgather(const void *send, void *recv, size_t bytes,
		   struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"allgather", NULL,
						gather_blocks};
	struct moves m = MOVES_ALLGATHER(BLOCKS_OF(send, bytes),
					 BLOCKS_OF(recv, bytes), team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}
