/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing an algorithm: the one with the least estimated cost, or the one that
 * the environment names.
 *
 * A collective has a list of what it may take.  A cost depends only on the
 * size, the team, the mesh and constants of the port, so all cores of the team
 * choose alike without messages.  It is an estimate in the units of
 * collectives/cost.h; only comparisons of costs mean something.
 *
 * A list has at most 32 candidates.  A choice takes thousands of instructions, so its
 * user makes it once and keeps it.  With WEFT_SHOW_CHOICE in the environment rank 0 prints
 * a line for each choice.
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
 * So many bytes among so many cores; `object` is what the algorithm keeps of the team
 * (collectives/team/team.h), from which it sees whether it can.
 */
typedef uint32_t choose_cost(uint32_t bytes, uint32_t count,
			     const void *object);

/* An algorithm; a user's descriptors begin with it. */
struct choose_candidate {
	const char *name;
	choose_cost *cost;     /* null: it is never chosen, only named */
	uint32_t bytes, cores; /* at most; 0: any number */
	const void *world;     /* its object of all cores */
	/* Before it in the list: never dearer, so where that one can this has no price; or null. */
	const struct choose_candidate *better;
};

struct choose {
	const char *what;     /* one word, for the line that is printed */
	const char *variable; /* of the environment: a name of either list */
	/* What is chosen from, with null for what is not there on this port. */
	const struct choose_candidate *const *list;
	const uint32_t *end;
	/* What may be named, as it is linked for other reasons; or null. */
	const struct choose_candidate *const *linked;
	const uint32_t *linked_end;
	bool in_list; /* those others are not taken, though they may be named */
};

/*
 * Returns the place, in its list, of what is taken for so many bytes and cores.  `objects`
 * are a team's, one a place of the list; or null: the world's.  The one that the
 * environment names is taken wherever it can be used.  A name that none has causes a
 * panic that lists the names.  Thread; start.
 */
ARCH_COLD const struct choose_candidate *const *
choose(const struct choose *choose, void *const *objects, uint32_t bytes,
       uint32_t count);

/* Prints the line for a choice that has been made elsewhere. */
ARCH_COLD void choose_tell(const char *what, uint32_t count, const char *taken);

#endif
