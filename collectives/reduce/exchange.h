/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exchange: each core of a team has a few elements, and all learn what they combine
 * to, and each what those of the ranks before it do.
 *
 * As in the barrier by lines, cores lie in clusters of at most 8, which are ranks in a
 * row; each step joins up to 8 groups to one, until there is one of all.  In step 0
 * the groups are single cores.  Who looks at a row of 8 flags and 8 values has one
 * value of each group.  Where a core can wait for a word of another core's window a
 * cluster shares the row of its hub, and so a core writes one value or two in a
 * step; elsewhere each core has a row of its own, which the cores of the other groups
 * share the writing of.  So an exchange is a barrier whose flags have values: two steps
 * for 64 cores.
 *
 * Groups are ranks in a row and are combined in that order; so the operation need not
 * commute, and all cores combine the same values alike.
 *
 * A writer may be one exchange ahead of who reads its value, never two: to finish the
 * next one it must have the reader's own value, which comes when this one is over.
 * So there are two banks of values, and no words that say that one has been read.
 *
 * Cost: for each step two words written and a wait, twice where two are told, and a
 * row read.  MPB: in each step 8 flags, and 16 values of up to 32 bytes; of less where
 * that would be more than an eighth of the MPB for the world, or a 32nd for another team.
 */
#ifndef COLLECTIVES_EXCHANGE_H
#define COLLECTIVES_EXCHANGE_H

#include <stdint.h>

#include "arch/arch.h"
#include "collectives/team/team.h"
#include "topology/parts.h"

#include <weft/reduce.h>

enum {
	EXCHANGE_LOG2 = 3,
	EXCHANGE_ROW = 1 << EXCHANGE_LOG2, /* groups that a step joins */
	EXCHANGE_STEPS = 6,                /* for 2^18 cores */
	EXCHANGE_MOST = 32,                /* bytes of a value */
	/* Clusters and groups are even: 13 cores at most, or 2 hubs. */
	EXCHANGE_TELLS = ARCH_REMOTE_AWAIT ? 2 : 16,
};

struct exchange_step {
	uint32_t groups; /* that it joins */
	uint32_t mine;   /* my group */
	uint32_t place;  /* of its value in a row: the last group's is first */
	uint32_t first;  /* cluster of the group that they become */
	struct parts joined; /* its clusters; not in step 0 */
	uint32_t tells;
	uint16_t
		tell[EXCHANGE_TELLS]; /* whose rows I write; ranks of the run */
	uint16_t from[EXCHANGE_ROW];  /* who writes each flag of mine */
};

struct exchange {
	struct team team;
	uint32_t call;                /* number of the last one */
	uint32_t hub;                 /* whose rows I watch, of the run */
	uint32_t fits;                /* bytes of a value, a power of two */
	uint32_t flags, values, bank; /* offsets; bytes of a bank */
	uint32_t cluster;             /* mine */
	struct parts cores;
	uint32_t steps;
	struct exchange_step step[EXCHANGE_STEPS];
};

extern struct exchange exchange_world;

/* What goes in, and what comes out. */
struct exchanged {
	/* My elements, from the first byte on. */
	_Alignas(16) uint32_t row[EXCHANGE_ROW * EXCHANGE_MOST / 4];
	const uint32_t *all; /* then: where is what all combine to */
	/* Those of the ranks before me, if somebody asks. */
	_Alignas(16) uint32_t before[EXCHANGE_MOST / 4];
	bool ask;
	const struct weft_op *op;
	uint32_t count, bytes; /* elements, 1 at least; x->fits bytes at most */
};

/*
 * All cores of the team call.  No core returns before all have called, and what they
 * have written before is visible then.  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int exchange_values(struct exchange *x, struct exchanged *e, uint64_t deadline);

/*
 * Bytes of the words of a team that is not the world, in a run of so many cores; and
 * their place, whose words all hold `epoch`.
 */
ARCH_COLD uint32_t exchange_bytes(uint32_t count);
ARCH_COLD void exchange_place(struct exchange *x, struct team team,
			      uint32_t offset, uint32_t epoch);

#endif
