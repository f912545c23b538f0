/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a gather, a scatter or an all-to-all is asked for, blocking or started: who gives
 * blocks, who gets them, and what can be wrong with that.
 */
#ifndef COLLECTIVES_GATHER_MOVES_H
#define COLLECTIVES_GATHER_MOVES_H

#include "collectives/gather/blocks.h"
#include "collectives/team/team.h"

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

static inline struct moves moves_gather(struct blocks mine, struct blocks all,
					uint32_t root, struct weft_team *team)
{
	return (struct moves){mine, all, true, false, moves_root(root), team};
}

static inline struct moves
moves_allgather(struct blocks mine, struct blocks all, struct weft_team *team)
{
	return (struct moves){mine, all, true, false, WEFT_TEAM_NOBODY, team};
}

static inline struct moves moves_scatter(struct blocks all, struct blocks mine,
					 uint32_t root, struct weft_team *team)
{
	return (struct moves){all, mine, false, true, moves_root(root), team};
}

static inline struct moves moves_alltoall(struct blocks from, struct blocks to,
					  struct weft_team *team)
{
	return (struct moves){from, to, false, false, WEFT_TEAM_NOBODY, team};
}

/* Has that rank the side of many blocks? */
static inline bool moves_at_root(const struct moves *m, uint32_t me)
{
	return m->root == WEFT_TEAM_NOBODY || m->root == me;
}

/*
 * WEFT_OK or the error of all that a core alone can see.  *most is the longest of many blocks
 * here: of all cores alike, if they have one size.
 */
int moves_check(const struct moves *m, const struct team *team, size_t *most);

/* A core's own block, which no MPB sees; none on other cores than the root. */
struct moves_own {
	char *to;
	const char *from;
	size_t bytes;
};
struct moves_own moves_own(const struct moves *m, uint32_t me);

#endif
