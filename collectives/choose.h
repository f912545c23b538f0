/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing an algorithm: that whose cost function promises the least, or that
 * which the environment names.
 *
 * The candidates of a collective are a table, a line each.  A cost depends on
 * the size, the number of cores, the mesh and the port's constants only, so all
 * cores choose alike without a word.  It is an estimate in the units of
 * collectives/cost.h; what counts is which one is the least.
 *
 * Choices are made once and kept by their user: making one is slow (thousands of
 * instructions).  With WEFT_SHOW_CHOICE in the environment rank 0 prints a line for
 * each one that is made.
 */
#ifndef COLLECTIVES_CHOOSE_H
#define COLLECTIVES_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/small.h"

#include <weft/types.h>

#define CHOOSE_CANNOT UINT32_MAX /* a cost: it cannot do that */

struct choose_candidate {
	const char *name; /* the last entry's is null */
	/* Of those in a table.  Others may name the most bytes that they can. */
	uint32_t (*cost)(uint32_t bytes, uint32_t count);
	uint32_t most; /* 0: any */
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
	/* The i-th of those that are linked for other reasons; false: no more. */
	bool (*linked)(uint32_t i, struct choose_candidate *found);
	struct choose_candidate *found; /* room for one of them */
};

/*
 * The candidate for so many bytes among so many cores.  A named one is taken
 * wherever it can do that.  A name that nobody has is a panic that lists them.
 * Thread, start.
 */
ARCH_COLD const struct choose_candidate *choose(const struct choose *of,
						uint32_t bytes, uint32_t count);

/* The line of a choice that is made elsewhere, and why. */
ARCH_COLD void choose_tell(const char *what, uint32_t count, const char *taken);

#endif
