/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short broadcasts without leave, among cores to which a message takes long, as an object.
 *
 * A binomial tree of puts, as bcast_binomial_put.c has it, but into words that nothing else
 * uses.  So a parent need not know that its child has entered the call: a core may
 * be EAGER_SLOTS pieces behind who sends to it.  It tells how far it has come after half as
 * many.
 *
 * MPB: for each level of the tree two flags and EAGER_SLOTS pieces.  All have an eighth of the
 * window; only where windows are large (ARCH_CHUNK_SHIFT), else there is no such broadcast.
 */
#ifndef COLLECTIVES_BCAST_EAGER_H
#define COLLECTIVES_BCAST_EAGER_H

#include <stdbool.h>

#include "collectives/bcast/binomial_put.h"

enum {
	EAGER_SLOTS_LOG2 = 2,
	EAGER_SLOTS = 1 << EAGER_SLOTS_LOG2,
	EAGER_MOST = 16384, /* bytes of a piece */
};

struct eager {
	struct team team;
	uint32_t news, rooms; /* flags: of each edge's child, of its parent */
	uint32_t base;        /* offset of the slots */
	uint32_t piece;       /* bytes; 0: there is none */
	uint32_t sent[BINOMIAL_PUT_EDGES], taken[BINOMIAL_PUT_EDGES];
};

/* Words for a team of so many cores. */
ARCH_COLD uint32_t eager_bytes(uint32_t count);
ARCH_COLD void eager_place(struct eager *own, struct team team, uint32_t offset,
			   uint32_t epoch);

/* Is a broadcast short enough? */
static inline bool eager_fits(const struct eager *own, size_t size)
{
	return size <= own->piece << EAGER_SLOTS_LOG2;
}

/* As binomial_put. */
int eager_bcast(struct eager *own, void *data, size_t size, uint32_t root,
		uint64_t deadline);

#endif
