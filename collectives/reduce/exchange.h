/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exchange: each core of a team has a few elements, and all learn what they combine
 * to, and each what those of the ranks before it do.
 *
 * Groups of cores, which are ranks in a row, join step by step, until there is one of
 * all.  What each has is combined in the order of ranks; so the operation need not
 * commute, and all cores combine the same values alike.  There are two ways:
 *
 * By pairs (exchange_pairs.c): two groups join in a step, and each core tells one of
 * the other group what its own has, or two.
 *
 * By rows (exchange_rows.c), where a core can wait for a word of another core's window:
 * up to 8 groups join in a step, as in the barrier by lines.  A cluster of cores shares
 * the row of 8 flags and 8 values of its hub, so a core writes one value or two, and
 * all read eight.  An exchange of a word is then a barrier whose flags have values.
 *
 * A writer may be one exchange ahead of who reads its value, never two: to finish the
 * next one it must have the reader's own value, which comes when this one is over.
 * So there are two banks of values, and no words that say that one has been read.
 *
 * Values lie in words that nothing else uses; or, by pairs, in the chunk buffers, to
 * which nobody may write before their core has entered the call: after a barrier.  All
 * values may go there, so an exchange needs no words of values; it is faster with them.
 *
 * Cost: for each step two words written and a wait, twice where two are told, and a
 * value read, or a row.
 * MPB: for each step of rows 8 flags and 16 values of up to 32 bytes; where there are no
 * rows, for each step of pairs a flag and two values of up to 128 bytes.  Values are up to
 * sixteen times as long where cores are processes, and are
 * shorter where that would be more than an eighth of the MPB for the world, or a 32nd for
 * another team, and where the map has less.  The least is nothing for rows, the flags
 * for pairs.
 */
#ifndef COLLECTIVES_EXCHANGE_H
#define COLLECTIVES_EXCHANGE_H

#include <stdint.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/team/objects.h"
#include "messages/chunk_pool.h"
#include "runtime/mpb_map.h"
#include "topology/parts.h"

#include <weft/reduce.h>

/* Longer ones where windows and stacks may be large: where cores are processes. */
#if defined(ARCH_CHUNK_SHIFT) && ARCH_NODES
#define EXCHANGE_LONGER 4
#else
#define EXCHANGE_LONGER 0
#endif

enum {
	EXCHANGE_MOST_LOG2 = 7 + EXCHANGE_LONGER,
	EXCHANGE_MOST = 1 << EXCHANGE_MOST_LOG2, /* bytes of a value */
	EXCHANGE_LEAST = 4,

	PAIRS_LEAST_LOG2 = 3,
	PAIRS_LEAST = 1 << PAIRS_LEAST_LOG2, /* bytes of a value's place */
	PAIRS_STEPS = ARCH_CORES_MAX <= 64 ? 6 : 16,

	ROWS_LOG2 = 3,
	ROWS_ROW = 1 << ROWS_LOG2, /* groups that a step joins */
	ROWS_STEPS = 6,            /* for 2^18 cores */
	ROWS_MOST_LOG2 = 5 + EXCHANGE_LONGER,
	ROWS_MOST = 1 << ROWS_MOST_LOG2, /* bytes of a value */
	ROWS_TELLS = 2,                  /* clusters and groups are even */

	EXCHANGE_LARGEST = 4096, /* bytes that may be done by many of them */
	EXCHANGE_WAYS = 11,      /* classes of sizes, from 4 bytes on */
};

struct pairs {
	uint32_t call;  /* number of the last one */
	uint32_t flags; /* offset */
	uint32_t
		first; /* of the steps: 1 where a group of one core is left at 0 */
	uint32_t steps;
	struct pairs_step {
		uint16_t to[2], tells; /* cores of the run */
		uint16_t from;
		bool upper; /* my group's ranks are behind the other's */
		bool even;  /* both have as many, so each tells who tells it */
	} step[PAIRS_STEPS];
};

struct rows {
	uint32_t call;
	uint32_t hub; /* whose rows I watch, of the run */
	uint32_t flags;
	uint32_t cluster; /* mine */
	struct parts cores;
	/* The last reduction's root, and who reads the last row, and the one before. */
	uint32_t root;
	struct rows_reader {
		uint16_t core, hub; /* whose cluster's row it is; of the run */
		bool own;           /* it has its group's value itself */
	} reader[2];
	uint32_t steps;
	struct rows_step {
		uint32_t groups; /* that it joins */
		uint32_t mine;   /* my group */
		uint32_t
			place; /* of its value in a row: the last group's is first */
		uint32_t first;      /* cluster of the group that they become */
		struct parts joined; /* its clusters; not in step 0 */
		uint32_t tells;
		uint16_t tell[ROWS_TELLS]; /* whose rows I write; of the run */
		uint16_t from[ROWS_ROW];   /* who writes each flag of the row */
	} step[ROWS_STEPS];
};

struct exchange {
	struct team team;
	/* Bytes of a value in words of its own, a power of two; 0: it has none. */
	uint32_t fits;
	uint32_t values, bank; /* offset; bytes of a bank */
	struct pairs pairs;
#if ARCH_REMOTE_AWAIT
	struct rows rows;
#endif
#if ARCH_NODES
	struct across
		*across; /* of a team of several nodes: across.h; or null */
#endif
	uint8_t way[EXCHANGE_WAYS]; /* what has been chosen: reduce_choice.c */
};

extern struct exchange exchange_world;

/* What goes in, and what comes out. */
struct exchanged {
	/* My elements, from the first byte on. */
	_Alignas(16) uint32_t row[2 * EXCHANGE_MOST / 4];
	const uint32_t *all; /* then: where is what all combine to */
	/* Those of the ranks before me, if somebody asks. */
	_Alignas(16) uint32_t before[EXCHANGE_MOST / 4];
	bool ask;
	/* Log2 of a value's place in the chunk buffers; 0: in x->fits bytes of its own. */
	uint32_t chunks;
	const struct weft_op *op;
	uint32_t count, bytes; /* elements, 1 at least */
};

/*
 * All cores of the team call, for chunks after exchange_chunks and a barrier, between
 * which and the last such call nothing else uses their chunk buffers.  No core returns
 * before all have called, and what they have written before is visible then.  WEFT_OK
 * or WEFT_ERR_TIMEOUT.  Thread.
 */
int pairs_values(struct exchange *x, struct exchanged *e, uint64_t deadline);
int rows_values(struct exchange *x, struct exchanged *e, uint64_t deadline);
int rows_reduce(struct exchange *x, struct exchanged *e, uint32_t root,
		uint64_t deadline);

/* For one rank that wants what all combine to, or for all, with WEFT_TEAM_NOBODY. */
static inline int exchange_for(struct exchange *x, struct exchanged *e,
			       uint32_t root, uint64_t deadline)
{
	/* Pairs with the others' awaits: then they read what I wrote. */
	FENCE(exchange_quiet, arch_quiet());
	if (!ARCH_REMOTE_AWAIT || e->chunks) {
		return pairs_values(x, e, deadline);
	}
	return root == WEFT_TEAM_NOBODY ? rows_values(x, e, deadline)
					: rows_reduce(x, e, root, deadline);
}

static inline int exchange_values(struct exchange *x, struct exchanged *e,
				  uint64_t deadline)
{
	return exchange_for(x, e, WEFT_TEAM_NOBODY, deadline);
}

/* Log2 of a value that the chunk buffers have room for; 0: they are too small. */
static inline uint32_t exchange_piece(const struct exchange *x)
{
	uint32_t steps = x->pairs.steps, log2 = EXCHANGE_MOST_LOG2;

	while ((steps << log2) + rt_flag_bytes(steps) > chunk_bytes()) {
		if (--log2 < PAIRS_LEAST_LOG2) {
			return 0;
		}
	}
	return log2;
}

/* Before that barrier: my chunk buffers begin to be the exchange's, in such places. */
#if ARCH_REMOTE_AWAIT
void exchange_chunks(const struct exchange *x, uint32_t log2);
#else
static inline void exchange_chunks(const struct exchange *x, uint32_t log2)
{
	(void)x; /* flags have words of their own */
	(void)log2;
}
#endif

/*
 * Bytes of the words of a team that is not the world, in a run of so many cores, as
 * struct rt_part has them: the least if none are offered; and their place, which has
 * so many bytes, and whose words all hold `epoch`.
 */
ARCH_COLD uint32_t exchange_bytes(uint32_t count, uint32_t offered);
ARCH_COLD void exchange_place(struct exchange *x, struct team team,
			      uint32_t offset, uint32_t bytes, uint32_t epoch);

/* The flags of an exchange begin to count at `epoch`, where its words do not. */
ARCH_COLD void exchange_preset(const struct exchange *x, uint32_t epoch);

/* exchange_rows.c: steps of rows for so many cores. */
ARCH_COLD uint32_t rows_steps(uint32_t count);

/* This core's part in the steps of x->team. */
ARCH_COLD void rows_place(struct exchange *x, uint32_t flags, uint32_t epoch);
ARCH_COLD void pairs_place(struct exchange *x, uint32_t flags, uint32_t epoch);

/* A team's. */
static inline struct exchange *team_exchange(struct weft_team *team)
{
	return team == WEFT_WORLD ? &exchange_world : team->exchange;
}

#endif
