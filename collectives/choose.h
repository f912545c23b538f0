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
 * So many bytes among so many cores; `object` is what the algorithm keeps of the team
 * (collectives/team/team.h), from which it sees whether it can.
 */
typedef uint32_t choose_cost(uint32_t bytes, uint32_t count,
			     const void *object);

struct choose_option {
	const char *name;      /* null: it is not there on this port */
	choose_cost *cost;     /* null: 0 */
	uint32_t bytes, cores; /* at most; 0: any number */
	const void *object;
};

/* Finds the i-th of a list, for a user with that data of its own; false: it has ended. */
typedef bool choose_list(const void *of, uint32_t i, struct choose_option *o);

struct choose {
	const char *what;     /* one word, for the line that is printed */
	const char *variable; /* of the environment: a name of either list */
	choose_list *list;    /* what is chosen from */
	choose_list
		*linked; /* what may be named: it is linked for other reasons */
	bool in_list;    /* the others may be named, but are not taken */
};

enum {
	CHOOSE_LINKED = 1 << 16, /* no list is so long */
};

/*
 * Returns which is taken for so many bytes and cores: its place in the list, or
 * CHOOSE_LINKED and its place in the other one.  The one that the environment names is
 * taken wherever it can be used.  A name that none has causes a panic that lists the
 * names.  Thread; start.
 */
ARCH_COLD uint32_t choose(const struct choose *choose, const void *of,
			  uint32_t bytes, uint32_t count);

/* Prints the line for a choice that has been made elsewhere. */
ARCH_COLD void choose_tell(const char *what, uint32_t count, const char *taken);

#endif
