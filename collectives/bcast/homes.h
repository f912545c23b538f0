/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions of the chip, each with a home: the core in whose MPB all cores of the
 * region look.  News goes from a root along a tree over the homes; what a home
 * gets, its region pulls from there at once.
 *
 * Pull: regions of cores that are close together, so many and so large that the last core of
 * each is done at the same time; needs waiting for words of other cores'
 * windows.  Push: each core is its own home, and the tree is all there is.
 *
 * A region has several homes, the cores nearest to its middle, its banks, so that
 * more can be under way than one core's MPB keeps.
 */
#ifndef COLLECTIVES_HOMES_H
#define COLLECTIVES_HOMES_H

#include <stdbool.h>
#include <stdint.h>

#include "topology/shape.h"

enum {
	HOMES_SHIFT = ARCH_REMOTE_AWAIT ? 4 : 0, /* log2 of the most banks */
	HOMES_BANKS = 1 << HOMES_SHIFT,
};

struct homes {
	uint32_t regions; /* 0: not made, or not possible */
	uint32_t banks;
	uint32_t mine;             /* my region */
	struct shape_place *place; /* of the tree over regions */
	uint16_t *rank;            /* of homes, bank by bank; null: push */
	uint32_t cost; /* until the last core has it; collectives/cost.h */
};

/*
 * For news of one line, or of so many, with so many banks at most, of 16.  Tables
 * are from private memory; panics without.  Thread.
 */
ARCH_COLD void homes_push(struct homes *homes);
ARCH_COLD void homes_pull(struct homes *homes, uint32_t lines, uint32_t banks);

/* Do cores watch homes that are not their own? */
static inline bool homes_pulled(const struct homes *homes)
{
	return ARCH_REMOTE_AWAIT && homes->rank;
}

/* The home of a region; where each core is its own, regions are ranks. */
static inline uint32_t homes_rank(const struct homes *homes, uint32_t bank,
				  uint32_t region)
{
	return homes_pulled(homes) ? homes->rank[(region << HOMES_SHIFT) + bank]
				   : region;
}

#endif
