/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arch/barrier.h"
#include "collectives/bcast/eager.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "topology/binomial.h"

enum {
	EAGER_SHARE = 3,              /* of the window, log2 */
	EAGER_WINDOW = 1 << 16,       /* bytes of one that is large */
	EAGER_TOLD = EAGER_SLOTS / 2, /* pieces */
};

static ARCH_COLD uint32_t piece_of(uint32_t count)
{
#ifdef ARCH_CHUNK_SHIFT
	uint32_t window = arch_window_bytes(ARCH_WINDOW_MPB), rest, piece;

	if (window < EAGER_WINDOW || count < 2) {
		return 0;
	}
	piece = arith_div(window >> (EAGER_SHARE + EAGER_SLOTS_LOG2),
			  arith_log2_ceil(count), &rest);
	piece = piece < EAGER_MOST ? piece : EAGER_MOST;
	return piece & ~(uint32_t)(ARCH_LINE - 1);
#else
	(void)count;
	return 0;
#endif
}

uint32_t eager_bytes(uint32_t count)
{
	uint32_t edges = arith_log2_ceil(count), piece = piece_of(count);

	return piece ? rt_to_line(rt_flag_bytes(edges << 1)) +
			       arith_mul(edges << EAGER_SLOTS_LOG2, piece)
		     : 0;
}

void eager_place(struct eager *own, struct team team, uint32_t offset,
		 uint32_t epoch)
{
	uint32_t edges = arith_log2_ceil(team.size);

	*own = (struct eager){
		.team = team,
		.news = offset,
		.rooms = rt_flag(offset, edges),
		.base = offset + rt_to_line(rt_flag_bytes(edges << 1)),
		.piece = piece_of(team.size),
	};
	for (uint32_t j = 0; j < edges; j++) {
		own->sent[j] = own->taken[j] = epoch;
	}
	if (own->piece && epoch != 0) {
		rt_flags_preset(offset, edges << 1, epoch);
	}
}

static uint32_t slot(const struct eager *own, uint32_t edge, uint32_t number)
{
	uint32_t i = (edge << EAGER_SLOTS_LOG2) + (number & (EAGER_SLOTS - 1));

	return own->base + arith_mul(i, own->piece);
}

/* With `more` to come, this piece may go with that. */
static int eager_send(struct eager *own, uint32_t edge, const uint32_t *words,
		      size_t size, bool more, uint64_t deadline)
{
	uint32_t number = ++own->sent[edge];
	uint32_t child = team_rank(
		&own->team, arith_add_mod(own->team.me, UINT32_C(1) << edge,
					  own->team.size));
	int error = rt_await(rt_flag(own->rooms, edge), number - EAGER_SLOTS,
			     deadline, child, "room for a short broadcast");

	if (!error) {
		arch_words_tell(child, slot(own, edge, number), words,
				(uint32_t)(size + 3) >> 2);
		(more ? arch_flag_tell_soon : arch_flag_tell)(
			child, rt_flag(own->news, edge), number);
	}
	return error;
}

static int eager_take(struct eager *own, uint32_t edge, void *data, size_t size,
		      uint64_t deadline)
{
	uint32_t number = ++own->taken[edge];
	uint32_t parent = team_rank(
		&own->team, arith_sub_mod(own->team.me, UINT32_C(1) << edge,
					  own->team.size));
	int error = rt_await(rt_flag(own->news, edge), number, deadline, parent,
			     "a short broadcast");

	if (error) {
		return error;
	}
	arch_get(data, arch_rank(), ARCH_WINDOW_MPB, slot(own, edge, number),
		 size);
	if ((number & (EAGER_TOLD - 1)) == 0) {
		arch_flag_tell(parent, rt_flag(own->rooms, edge), number);
	}
	return WEFT_OK;
}

/* v: my number, from the root on; edge: towards my parent. */
static int eager_piece(struct eager *own, uint32_t v, uint32_t edge, void *data,
		       size_t size, bool more, uint64_t deadline)
{
	static uint32_t copy[EAGER_MOST / sizeof(uint32_t)];
	const uint32_t *words = data;
	int error = WEFT_OK;

	if (v > 0) {
		error = eager_take(own, edge, data, size, deadline);
	}
	if (!error && edge > 0 &&
	    (((uintptr_t)data | size) & (sizeof(uint32_t) - 1))) {
		memcpy(copy, data, size);
		words = copy;
	}
	while (edge-- > 0 && !error) {
		if (v + (UINT32_C(1) << edge) < own->team.size) {
			error = eager_send(own, edge, words, size, more,
					   deadline);
		}
	}
	return error;
}

int eager_bcast(struct eager *own, void *data, size_t size, uint32_t root,
		uint64_t deadline)
{
	uint32_t v = arith_sub_mod(own->team.me, root, own->team.size);
	uint32_t edge = binomial_edge(v, own->team.size);
	char *at = data;
	int error = WEFT_OK;

	RT_TRACE("short broadcast between nodes", root, (uint32_t)size);
	while (size > 0 && !error) {
		size_t n = size < own->piece ? size : own->piece;

		size -= n;
		error = eager_piece(own, v, edge, at, n, size > 0, deadline);
		at += n;
	}
	return error;
}
