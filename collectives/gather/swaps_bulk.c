/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All-to-alls of long blocks from memory to memory (arch/bulk.h), in a run whose cores are one
 * to a node: each pair of the schedule in turn, piece by piece.  A core opens a place,
 * grants it, and sends its own piece when the partner has done so.
 *
 * In place a piece is copied first, as the partner's comes to where it was.
 */
#include "collectives/gather/swaps.h"

#if defined(ARCH_CHUNK_SHIFT) && ARCH_NODES && ARCH_BULK

#include "arch/barrier.h"
#include "runtime/mpb_map.h"
#include "runtime/table.h"
#include "runtime/trace.h"
#include "topology/latin.h"

enum {
	LEAST = 65537, /* bytes: below, the chunk buffers are as quick */
	PIECE = 1 << 20,
	SHARE = 5, /* log2, of a core's memory, that a copy may take */
};

/* What has gone to a core, and come from it. */
struct swaps_pair {
	uint32_t sent, taken;
};

static const struct swaps *own;
static struct swaps_pair *pairs; /* null: not all cores are so joined */
static char *copy;

static ARCH_COLD bool all_joined(void)
{
	for (uint32_t i = 0; i < arch_count(); i++) {
		if (i != arch_rank() && !arch_bulk(i)) {
			return false;
		}
	}
	return true;
}

void swaps_bulk_place(const struct swaps *swaps, uint32_t epoch)
{
	void *memory;

	if (!all_joined() || arch_dram(&memory) >> SHARE < PIECE) {
		return;
	}
	own = swaps;
	copy = rt_table(1, PIECE, "no memory for an all-to-all in place");
	pairs = rt_table(arch_count(), sizeof(*pairs),
			 "no memory for all-to-alls between nodes");
	for (uint32_t i = 0; i < arch_count(); i++) {
		pairs[i] = (struct swaps_pair){epoch, epoch};
	}
}

bool swaps_bulk_fit(const struct rounds *x)
{
	return pairs && x->whole == WEFT_WORLD && x->most >= LEAST;
}

/* A piece for a core, and one from it; either may have no bytes. */
struct swaps_piece {
	uint32_t other, out, in;
	char *from, *to;
};

static int swap_piece(const struct rounds *x, const struct swaps_piece *p)
{
	struct swaps_pair *pair = &pairs[p->other];
	const char *from = p->from;
	uint32_t me = arch_rank();
	int error = WEFT_OK;

	if (p->from == p->to && p->out > 0 && p->in > 0) {
		memcpy(copy, p->from, p->out);
		from = copy;
	}
	if (p->in > 0) {
		arch_bulk_open(p->other, rt_flag(own->news, p->other), p->to,
			       p->in);
		arch_flag_tell(p->other, rt_flag(own->grants, me),
			       ++pair->taken);
	}
	if (p->out > 0) {
		error = rt_await(rt_flag(own->grants, p->other), ++pair->sent,
				 x->deadline, p->other,
				 "its place for a block of an all-to-all");
	}
	if (p->out > 0 && !error) {
		arch_bulk_send(p->other, from, p->out, rt_flag(own->news, me),
			       pair->sent);
	}
	if (p->in > 0 && !error) {
		error = rt_await(rt_flag(own->news, p->other), pair->taken,
				 x->deadline, p->other,
				 "a block of an all-to-all");
	}
	arch_bulk_sent(0);
	return error;
}

static uint32_t piece_of(size_t bytes, size_t at)
{
	size_t left = bytes > at ? bytes - at : 0;

	return left < PIECE ? (uint32_t)left : PIECE;
}

static int swap_blocks(const struct rounds *x, const struct blocks *send,
		       const struct blocks *recv, uint32_t other)
{
	size_t out = blocks_bytes(send, other), in = blocks_bytes(recv, other);
	int error = WEFT_OK;

	for (size_t at = 0; (at < out || at < in) && !error; at += PIECE) {
		struct swaps_piece p = {.other = other,
					.out = piece_of(out, at),
					.in = piece_of(in, at),
					.from = blocks_at(send, other) + at,
					.to = blocks_at(recv, other) + at};

		error = swap_piece(x, &p);
	}
	return error;
}

/*
 * Of the world, so a rank of the team is one of the run.  As others, it is a barrier: who
 * has something of all others has heard of them.
 */
int swaps_bulk_run(const struct rounds *x, const struct blocks *send,
		   const struct blocks *recv)
{
	uint32_t size = x->team->size, me = x->team->me;
	int error = WEFT_OK;

	RT_TRACE("long all-to-all between nodes", me, (uint32_t)x->most);
	for (uint32_t step = 0; step < latin_steps(size) && !error; step++) {
		uint32_t other = latin_partner(me, size, step);

		if (other != me) {
			error = swap_blocks(x, send, recv, other);
		}
	}
	if (error) {
		arch_bulk_close();
	}
	return error || !recv->listed ? error : rounds_meet(x);
}
#endif
