/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All-to-alls of long blocks: between nodes from memory to memory (arch/bulk.h), within each as on
 * a chip.  Some steps of the schedule are done at once, piece by piece.  A core opens places,
 * grants them, and sends its own pieces when their partners have done so.
 *
 * In place a piece is copied first, as the partner's comes to where it was, so there it is one
 * step at a time.
 */
#include "collectives/gather/swaps.h"

#if defined(ARCH_CHUNK_SHIFT) && ARCH_NODES && ARCH_BULK

#include "arch/barrier.h"
#include "arch/nodes.h"
#include "collectives/reduce/across.h"
#include "runtime/mpb_map.h"
#include "runtime/table.h"
#include "runtime/trace.h"
#include "topology/latin.h"

enum {
	LEAST = 32769, /* bytes that are worth the leave for each piece */
	PIECE = 1 << 20,
	GROUP = 4,     /* steps at once */
	HELD_MOST = 4, /* cores */
	SHARE = 5,     /* log2, of a core's memory, that a copy may take */
};

/* What has gone to a core, and come from it. */
struct swaps_pair {
	uint32_t sent, taken;
};

static struct swaps *own;
static struct swaps_pair *pairs; /* null: not all cores are so joined */
static char *copy;

static ARCH_COLD bool all_joined(void)
{
	for (uint32_t i = 0; i < arch_count(); i++) {
		if (arch_node(i) != arch_node(arch_rank()) && !arch_bulk(i)) {
			return false;
		}
	}
	return true;
}

/* Few cores, one to a node, whose processes look for messages in any case. */
static ARCH_COLD void hold_places(uint32_t epoch)
{
	uint32_t count = arch_count(), me = arch_rank();
	char *rooms;

	if (count > HELD_MOST || count != arch_nodes()) {
		return;
	}
	rooms = rt_table(count, HELD_DEPTH * HELD_BYTES,
			 "no memory for all-to-alls between nodes");
	own->held = rt_table(count, sizeof(*own->held),
			     "no memory for all-to-alls between nodes");
	for (uint32_t i = 0; i < count; i++) {
		own->held[i] = (struct held){
			i, rt_flag(own->flags, i), epoch,
			rooms + arith_mul(i, HELD_DEPTH * HELD_BYTES)};
		if (i != me) {
			held_taken(&own->held[i], epoch);
		}
	}
}

void swaps_bulk_place(struct swaps *swaps, uint32_t epoch)
{
	void *memory;

	if (arch_nodes() == 1 || !all_joined() ||
	    arch_dram(&memory) >> SHARE < PIECE) {
		return;
	}
	own = swaps;
	copy = rt_table(1, PIECE, "no memory for an all-to-all in place");
	pairs = rt_table(arch_count(), sizeof(*pairs),
			 "no memory for all-to-alls between nodes");
	for (uint32_t i = 0; i < arch_count(); i++) {
		pairs[i] = (struct swaps_pair){epoch, epoch};
	}
	hold_places(epoch);
}

/* Who has sent its block of the last call has taken mine of the one before. */
static int send_held(const struct rounds *x, const struct blocks *send)
{
	uint32_t size = x->team->size, me = x->team->me;
	int error = WEFT_OK;

	for (uint32_t step = 0; step < latin_steps(size) && !error; step++) {
		uint32_t to = latin_partner(me, size, step);

		if (to == me) {
			continue;
		}
		error = rt_await(own->held[to].flag, own->number - 1,
				 x->deadline, to,
				 "the last block of an all-to-all");
		if (!error) {
			arch_bulk_send_held(
				to, blocks_at(send, to), blocks_bytes(send, to),
				rt_flag(own->flags, me), own->number);
		}
	}
	arch_bulk_sent(0); /* as their places are open */
	return error;
}

int swaps_held_run(const struct rounds *x, const struct blocks *send,
		   const struct blocks *recv)
{
	uint32_t size = x->team->size, me = x->team->me;
	int error;

	if (barrier_given_up(x->barrier)) {
		return WEFT_ERR_TIMEOUT;
	}
	arch_bulk_quiet();
	error = send_held(x, send);
	for (uint32_t step = 0; step < latin_steps(size) && !error; step++) {
		uint32_t from = latin_partner(me, size, step);
		struct held *held = &own->held[from];

		if (from == me) {
			continue;
		}
		error = rt_await(held->flag, own->number, x->deadline, from,
				 "a block of an all-to-all");
		if (!error) {
			memcpy(blocks_at(recv, from),
			       held_at(held, own->number),
			       blocks_bytes(recv, from));
			held_taken(held, own->number);
		}
	}
	return barrier_end_call(x->barrier, error);
}

bool swaps_bulk_fit(const struct rounds *x)
{
	return pairs && across_world.barrier && x->whole == WEFT_WORLD &&
	       x->most >= LEAST;
}

/* Some cores of other nodes at once: a piece for each, and one from it. */
struct swaps_group {
	const struct blocks *send, *recv;
	uint32_t other[GROUP], n;
	size_t at; /* of the piece, in each block */
};

static uint32_t piece_of(const struct blocks *b, uint32_t other, size_t at)
{
	size_t bytes = blocks_bytes(b, other);
	size_t left = bytes > at ? bytes - at : 0;

	return left < PIECE ? (uint32_t)left : PIECE;
}

static void open_places(const struct swaps_group *g)
{
	uint32_t me = arch_rank();

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t other = g->other[i];
		uint32_t n = piece_of(g->recv, other, g->at);

		if (n > 0) {
			arch_bulk_open(other, rt_flag(own->news, other),
				       ++pairs[other].taken,
				       blocks_at(g->recv, other) + g->at, n);
			arch_flag_tell(other, rt_flag(own->grants, me),
				       pairs[other].taken);
		}
	}
}

static int send_pieces(const struct rounds *x, const struct swaps_group *g,
		       const char *copied)
{
	int error = WEFT_OK;

	for (uint32_t i = 0; i < g->n && !error; i++) {
		uint32_t other = g->other[i], number;
		uint32_t n = piece_of(g->send, other, g->at);
		const char *from = blocks_at(g->send, other) + g->at;

		if (n == 0) {
			continue;
		}
		number = ++pairs[other].sent;
		error = rt_await(rt_flag(own->grants, other), number,
				 x->deadline, other,
				 "its place for a block of an all-to-all");
		if (!error) {
			arch_bulk_send(other, copied ? copied : from, n,
				       rt_flag(own->news, arch_rank()), number);
		}
	}
	return error;
}

static int swap_pieces(const struct rounds *x, const struct swaps_group *g)
{
	const char *copied = NULL;
	int error;

	if (g->send->base == g->recv->base) { /* then there is one */
		copied = copy;
		memcpy(copy, blocks_at(g->send, g->other[0]) + g->at,
		       piece_of(g->send, g->other[0], g->at));
	}
	open_places(g);
	error = send_pieces(x, g, copied);
	for (uint32_t i = 0; i < g->n && !error; i++) {
		uint32_t other = g->other[i];

		error = rt_await(rt_flag(own->news, other), pairs[other].taken,
				 x->deadline, other,
				 "a block of an all-to-all");
	}
	arch_bulk_sent(0);
	return error;
}

/* Is there something at g->at?  Else the group is at its end. */
static bool has_pieces(const struct swaps_group *g)
{
	for (uint32_t i = 0; i < g->n; i++) {
		if (piece_of(g->send, g->other[i], g->at) ||
		    piece_of(g->recv, g->other[i], g->at)) {
			return true;
		}
	}
	return false;
}

static int swap_blocks(const struct rounds *x, struct swaps_group *g)
{
	int error = WEFT_OK;

	for (g->at = 0; has_pieces(g) && !error; g->at += PIECE) {
		error = swap_pieces(x, g);
	}
	g->n = 0;
	return error;
}

/*
 * No deadlock: of all cores that have not come to an end look at one that is in the earliest
 * group.  Its partners are in that group, too, or behind it, so they have opened their places.
 */
static int swap_far(const struct rounds *x, const struct blocks *send,
		    const struct blocks *recv)
{
	uint32_t size = x->team->size, me = x->team->me, steps;
	struct swaps_group g = {.send = send, .recv = recv};
	uint32_t most = send->base == recv->base ? 1 : GROUP;
	int error = WEFT_OK;

	steps = latin_steps(size);
	for (uint32_t step = 0; step < steps && !error; step++) {
		uint32_t other = latin_partner(me, size, step);

		if (arch_node(other) != arch_node(me)) {
			g.other[g.n++] = other;
		}
		if (((step + 1) & (most - 1)) == 0 || step + 1 == steps) {
			error = swap_blocks(x, &g);
		}
	}
	return error;
}

/* Those of the cores from `first` on. */
static struct blocks blocks_from(const struct blocks *b, uint32_t first)
{
	struct blocks some = *b;

	if (b->count) {
		some.count += first;
		some.at += first;
	} else {
		some.base = blocks_at(b, first);
	}
	return some;
}

/* Among the cores of a node, as on a chip. */
static int swap_near(const struct rounds *x, const struct blocks *send,
		     const struct blocks *recv)
{
	uint32_t first = x->team->nodes->mate[0];
	struct blocks from = blocks_from(send, first);
	struct blocks to = blocks_from(recv, first);
	struct rounds near = *x;

	near.barrier = across_world.barrier;
	near.team = &near.barrier->team;
	rounds_cut(&near, near.team->size);
	return near.team->size == 1 ? WEFT_OK
				    : alltoall_rounds(&near, &from, &to);
}

/*
 * Of the world, so a rank of the team is one of the run.  As others, it is a barrier: who
 * has something of all others has heard of them.
 */
int swaps_bulk_run(const struct rounds *x, const struct blocks *send,
		   const struct blocks *recv)
{
	int error;

	RT_TRACE("long all-to-all between nodes", arch_rank(),
		 (uint32_t)x->most);
	arch_bulk_quiet();
	error = swap_near(x, send, recv);
	if (!error) {
		error = swap_far(x, send, recv);
	}
	if (error) {
		arch_bulk_close();
	}
	return error || !recv->listed ? error : rounds_meet(x);
}
#endif
