/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions of a team that has cores of several nodes (arch/nodes.h), as an object.
 *
 * The cores of a node reduce among themselves, by what reduce.c chooses for them alone, and
 * their leader has the result.  The leaders exchange these by pairs (exchange_pairs.c
 * has who tells whom, in the order of ranks).  Then each leader spreads the result in its
 * node.  So an element enters a node once for each step of the leaders, and no other core
 * says anything to another node.  Long results that all leaders want go by halves instead,
 * if the leaders are a power of two (across_halves.c): an element enters a node less than twice.
 *
 * Leaders tell each other values by streams of pieces: a piece is put into the other
 * leader's window, and the number of the piece is a flag behind it.  The sender does not
 * wait for the receiver before there are `depth` pieces on the way.  There are two ways:
 *
 *   short   pieces lie in words that nothing else uses.  The sender need not know that the
 *           receiver has entered the call.  If two leaders have one piece for each other,
 *           that piece also says that the last call's have been taken.  Of the world they
 *           are pieces of memory for places that stay open (collectives/team/held.h),
 *           where nodes are so joined, and few.
 *   long    pieces lie in the chunk buffers; where windows are small, in those of the first
 *           cores of the leader's node.  The receiver grants them when it has entered the call
 *           and its node's own reduction is over.
 *
 * A rooted reduction sends elements only towards the root's node.  The other way there is a
 * flag, so it is a barrier as others are.
 *
 * It is for teams in which the ranks of each node follow each other.  In another one
 * the elements of a node are no group of neighbours, and its reductions know nothing of nodes.
 *
 * MPB: for each step of the leaders three flags for each way; for the world a barrier of the
 * node's cores.  Where there is space also an exchange for these cores, and pieces: four of
 * the short way for each step, and one that is spread.  They have up to a 32nd of the window
 * for the world, more in large windows of ports that want that (ARCH_CHUNK_SHIFT), and a
 * 64th for another team.
 */
#ifndef COLLECTIVES_REDUCE_ACROSS_H
#define COLLECTIVES_REDUCE_ACROSS_H

#include "collectives/reduce/job.h"
#include "collectives/team/held.h"

#if ARCH_NODES

enum {
	ACROSS_TOLD = 2, /* leaders that one tells in a step, at most */
	ACROSS_FLAGS = 1 + ACROSS_TOLD, /* of a step and a way */
	BRIEF_DEPTH_LOG2 = 1,
};

/* Pieces on the way between leaders.  Numbers count from the epoch on. */
struct across_way {
	uint32_t flags; /* offset: of step 0: across_stream.c */
	uint32_t base;  /* offset of the pieces of step 0 */
	uint32_t
		step; /* bytes from one step's to the next one's; 0: they share */
	uint32_t piece; /* bytes of one */
	uint32_t depth_log2;
	/* Of a core's; and how many have some, from the leader on, but not in a scan. */
	uint32_t bank_depth_log2, banks_log2;
	bool granted; /* a piece is written only where it is granted */
	/* Of each step, pieces of memory in place of words in the window; or null. */
	struct held *held;
	uint32_t sent[PAIRS_STEPS][ACROSS_TOLD], taken[PAIRS_STEPS];
	/* What needs no flag: up to which there is room, or has been said to be. */
	uint32_t room[PAIRS_STEPS], told[PAIRS_STEPS];
};

struct across {
	struct team team;
	const struct nodes *nodes;    /* null: it is not placed */
	struct barrier_best *barrier; /* of my node's cores */
	struct exchange near;         /* of them */
	struct exchange leaders;      /* only who tells whom; of a leader */
	struct across_way brief, wide;
	char *bulk; /* of a leader: places for pieces of memory; null: none */
	uint32_t value, value_bytes; /* a piece that is spread in a node */
};

extern struct across across_world;

/*
 * Bytes of the words of a team in a run of so many cores, and their place, as
 * exchange_bytes and exchange_place have them.  0 bytes where there is one node.
 * `barrier` is that of the team's cores in this node.
 */
ARCH_COLD uint32_t across_bytes(uint32_t count, uint32_t offered);
ARCH_COLD void across_place(struct across *own, struct team team,
			    struct barrier_best *barrier, uint32_t offset,
			    uint32_t bytes, uint32_t epoch);

/*
 * job->recv is null where the result is not wanted; job->root is a rank of the team, or
 * WEFT_TEAM_NOBODY.  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int across_reduce(struct across *own, const struct job *job, size_t count);

/*
 * For what else is made of a node's own part and the leaders': memory that no call of the
 * core's uses, and its bytes; and bytes of the leader to others of its node, who want them.
 */
char *across_scratch(uint32_t *bytes);
int across_spread(const struct across *own, const char *from, char *to,
		  uint32_t bytes, uint64_t deadline);

/* The leaders' part ---------------------------------------------------------- */

/* across_way.c: bytes of flags, and the ways' places; a piece has whole lines, or is 0. */
ARCH_COLD uint32_t across_way_flags(uint32_t nodes, uint32_t piece);
ARCH_COLD void across_way_place(struct across *own, uint32_t flags,
				uint32_t base, uint32_t piece, uint32_t epoch);

/*
 * across_stream.c: combines `count` elements of all leaders.  This core's own are at `from`.
 * The result goes to `to` where this leader gets it; both may be the same place.  `root` is
 * the leader that alone wants it, or WEFT_TEAM_NOBODY.
 */
struct across_all {
	struct across *own;
	const struct weft_op *op;
	const char *from;
	char *to;
	char *before; /* also what those of the leaders before it do; or null */
	uint32_t count, root;
	uint64_t deadline;
};
int across_stream(const struct across_all *all);

/* The way that they go; the same at all leaders. */
struct across_way *across_way_of(const struct across_all *all);

#if ARCH_BULK
/* across_bulk.c: places for such pieces, if all leaders may have them. */
ARCH_COLD void across_bulk_place(struct across *own);
ARCH_COLD void across_held_place(struct across *own, uint32_t epoch);
#endif

/* Are this exchange's reductions among nodes? */
static inline bool across_of(const struct exchange *x)
{
	return x->across && x->across->nodes;
}
#else
static inline bool across_of(const struct exchange *x)
{
	(void)x;
	return false;
}
#endif

#endif
