/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a gather, a scatter or an all-to-all is asked for, blocking or started: who gives
 * blocks, who gets them, and what can be wrong with that.
 */
#ifndef COLLECTIVES_GATHER_MOVES_H
#define COLLECTIVES_GATHER_MOVES_H

#include "collectives/gather/blocks.h"
#include "collectives/team/team.h"
#include "runtime/why.h"

#include <weft/team.h>

struct moves {
	struct blocks send, recv;
	/* There is one block on this side, whoever the other is; not on both. */
	bool one_send, one_recv;
	uint32_t
		root; /* the one on the other side, or WEFT_TEAM_NOBODY: all are */
	struct weft_team *team;
};

/* WEFT_TEAM_NOBODY is no rank that a caller may name. */
static inline uint32_t moves_root(uint32_t root)
{
	return root == WEFT_TEAM_NOBODY ? root - 1 : root;
}

/* One of these initialises a struct moves, each buffer by BLOCKS_OF or BLOCKS_LISTED. */
#define MOVES_GATHER(mine, all, to, of)                                        \
	{                                                                      \
		mine, all, true, false, moves_root(to), of                     \
	}
#define MOVES_ALLGATHER(mine, all, of)                                         \
	{                                                                      \
		mine, all, true, false, WEFT_TEAM_NOBODY, of                   \
	}
#define MOVES_SCATTER(all, mine, from, of)                                     \
	{                                                                      \
		all, mine, false, true, moves_root(from), of                   \
	}
#define MOVES_ALLTOALL(from, to, of)                                           \
	{                                                                      \
		from, to, false, false, WEFT_TEAM_NOBODY, of                   \
	}

/* Has that rank the side of many blocks? */
static inline bool moves_at_root(const struct moves *m, uint32_t me)
{
	return m->root == WEFT_TEAM_NOBODY || m->root == me;
}

/* A core's one block: in place it has nothing apart from what the root has. */
static inline bool moves_lack(const struct blocks *one)
{
	return lacks(one->base, one->each) || one->base == WEFT_IN_PLACE;
}

/* Blocks that differ in size: as moves_check, once the root is a rank. */
int moves_check_listed(const struct moves *m, const struct team *team,
		       size_t *most);

/*
 * WEFT_OK or the error of all that a core alone can see.  *most is the longest of many blocks
 * here: of all cores alike, if they have one size.
 */
static inline int moves_check(const struct moves *m, const struct team *team,
			      size_t *most)
{
	bool root = moves_at_root(m, team->me);
	size_t each = m->recv.each;

	*most = each;
	if (m->root != WEFT_TEAM_NOBODY && m->root >= team->size) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	if (m->send.listed || m->recv.listed) {
		return moves_check_listed(m, team, most);
	}
	if (!blocks_fit(&m->recv, team->size)) {
		return RT_WHY(
			WEFT_ERR_SIZE,
			"the blocks are longer together than memory can be");
	}
	if (root) {
		return lacks(m->send.base, each) || lacks(m->recv.base, each)
			       ? WEFT_ERR_NULL
			       : WEFT_OK;
	}
	return moves_lack(m->one_send ? &m->send : &m->recv) ? WEFT_ERR_NULL
							     : WEFT_OK;
}

/* A root's own block, which no MPB sees. */
struct moves_own {
	char *to;
	const char *from;
	size_t bytes;
};

/* Of two sizes that differ the smaller one. */
static inline struct moves_own moves_own(const struct moves *m, uint32_t me)
{
	uint32_t give = m->one_send ? 0 : me, get = m->one_recv ? 0 : me;
	struct moves_own own = {WEFT_IN_PLACE, WEFT_IN_PLACE, SIZE_MAX};
	size_t bytes;

	if (m->send.base != WEFT_IN_PLACE) {
		own.from = blocks_at(&m->send, give);
		own.bytes = blocks_bytes(&m->send, give);
	}
	if (m->recv.base != WEFT_IN_PLACE) {
		own.to = blocks_at(&m->recv, get);
		bytes = blocks_bytes(&m->recv, get);
		own.bytes = bytes < own.bytes ? bytes : own.bytes;
	}
	return own;
}

#endif
