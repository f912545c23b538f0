/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing an algorithm: the one with the least estimated cost, or the one that
 * the environment names.
 *
 * A collective lists its candidates in a table.  A cost depends only on the
 * size, the team, the mesh and constants of the port, so all cores of the team
 * choose alike without messages.  It is an estimate in the units of
 * collectives/cost.h; only comparisons of costs mean something.
 *
 * A choice takes thousands of instructions, so its user makes it once and keeps
 * it.  With WEFT_SHOW_CHOICE in the environment rank 0 prints a line for each
 * choice.
 */
#ifndef COLLECTIVES_CHOOSE_H
#define COLLECTIVES_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/small.h"

#include <weft/types.h>

#define CHOOSE_CANNOT UINT32_MAX /* a cost: it cannot do that */

/*
 * So many bytes among so many cores; `objects` are what the caller of choose() gives:
 * those of a team, from which its candidates see whether they can.
 */
typedef uint32_t choose_cost(uint32_t bytes, uint32_t count,
			     const void *objects);

struct choose_candidate {
	const char *name;  /* the last entry's is null */
	choose_cost *cost; /* null outside a table, where `most` may be set */
	uint32_t most;     /* bytes; 0: any number */
	union {
		int (*bcast)(void *data, size_t bytes, weft_rank_t root,
			     weft_us_t within);
		int (*barrier)(weft_us_t within);
	};
};

struct choose {
	const char *what;     /* one word, for the line that is printed */
	const char *variable; /* of the environment: the name of a candidate */
	const struct choose_candidate *candidates;
	/* Finds the i-th that is linked for other reasons; false: none. */
	bool (*linked)(uint32_t i, struct choose_candidate *found);
	struct choose_candidate *found; /* room for one of them */
	bool in_table; /* those others may be named, but are not taken */
};

/*
 * Returns the candidate for so many bytes and cores.  The one that the
 * environment names is taken wherever it can be used.  A name that no candidate
 * has causes a panic that lists the names.  Thread; start.
 */
ARCH_COLD const struct choose_candidate *choose(const struct choose *of,
						uint32_t bytes, uint32_t count,
						const void *objects);

/* Prints the line for a choice that has been made elsewhere. */
ARCH_COLD void choose_tell(const char *what, uint32_t count, const char *taken);

#endif
