/* SPDX-License-Identifier: Apache-2.0 */
/* The two ways of pieces between leaders (across.h): where they lie, and which is taken. */
#include "collectives/reduce/across.h"
#include "messages/chunk_pool.h"

#if ARCH_NODES

enum {
	WAYS = 2,
	BRIEF_ROUNDS_LOG2 = 0, /* as many times all pieces go the short way */
	WIDE_DEPTH_LOG2 = 3,
	WIDE_PIECE = 32768, /* bytes that are worth a message */
};

static ARCH_COLD uint32_t flags_of(uint32_t nodes, uint32_t ways)
{
	return arith_mul(arith_log2_ceil(nodes), ACROSS_FLAGS << (ways - 1));
}

uint32_t across_way_flags(uint32_t nodes, uint32_t piece)
{
	return rt_flag_bytes(flags_of(nodes, piece ? WAYS : 1));
}

static ARCH_COLD void begin_at(struct across_way *way, uint32_t epoch)
{
	for (uint32_t h = 0; h < PAIRS_STEPS; h++) {
		way->taken[h] = way->told[h] = way->room[h] = epoch;
		way->sent[h][0] = way->sent[h][1] = epoch;
	}
}

void across_way_place(struct across *own, uint32_t flags, uint32_t base,
		      uint32_t piece, uint32_t epoch)
{
	uint32_t nodes = own->nodes->count;

	own->brief = (struct across_way){
		.flags = rt_flag(flags, flags_of(nodes, 1)),
		.base = base,
		.step = piece << BRIEF_DEPTH_LOG2,
		.piece = piece,
		.depth_log2 = BRIEF_DEPTH_LOG2,
		.bank_depth_log2 = BRIEF_DEPTH_LOG2,
	};
	own->wide = (struct across_way){
		.flags = flags,
		.granted = true,
	};
	begin_at(&own->brief, epoch);
	begin_at(&own->wide, epoch);
	if (epoch != 0) {
		rt_flags_preset(flags, flags_of(nodes, piece ? WAYS : 1),
				epoch);
	}
}

/*
 * In the chunk buffers.  Where windows are small they are also in those of other cores of the
 * leader's node, if these have no use for them meanwhile.
 */
static ARCH_COLD void widen(struct across *own)
{
	struct across_way *way = &own->wide;
	bool alone = own->nodes->count == own->team.size;
	uint32_t room = chunk_pool_bytes();

	if (room < WIDE_PIECE) {
		way->banks_log2 =
			nodes_far_banks_log2(own->nodes, !own->team.rank);
	}
	/* The second one is for the cores of a node, where there are several. */
	room = alone || way->banks_log2 > 0 ? room : chunk_bytes();
	way->base = chunk_buffer(0);
	way->bank_depth_log2 = WIDE_DEPTH_LOG2;
	while (way->bank_depth_log2 > 1 &&
	       room >> way->bank_depth_log2 < WIDE_PIECE) {
		way->bank_depth_log2--;
	}
	while (way->bank_depth_log2 > 0 &&
	       room >> way->bank_depth_log2 < ELEMENT_MOST) {
		way->bank_depth_log2--;
	}
	way->piece =
		room >> way->bank_depth_log2 & ~(uint32_t)(ARCH_LINE - 1);
}

struct across_way *across_way_of(const struct across_all *all)
{
	struct across *own = all->own;
	uint32_t e = all->op->bytes, bytes = arith_mul(all->count, e);
	uint32_t most = own->brief.step << BRIEF_ROUNDS_LOG2;

	if (e <= own->brief.piece && bytes <= most) {
		return &own->brief;
	}
	if (own->wide.piece == 0) {
		widen(own);
	}
	own->wide.depth_log2 = own->wide.bank_depth_log2 +
			       (all->before ? 0 : own->wide.banks_log2);
	return &own->wide;
}

#endif
