/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that are numbered row by row of a mesh, in another order: square after square, each
 * SQUARES_WIDE rows high and as many cores wide.  Neighbours in that order are close
 * together.  Nobody needs to know where a core is, but for those of the first row.  What
 * does not fill so many rows at the end keeps its order.
 */
#ifndef TOPOLOGY_SQUARES_H
#define TOPOLOGY_SQUARES_H

#include "arch/small.h"
#include "topology/cores.h"

enum {
	SQUARES_LOG2 = 2,
	SQUARES_WIDE = 1 << SQUARES_LOG2
};

/*
 * Returns how many of the first cores are side by side in a row of the mesh, if they are
 * numbered row by row; else some number of them.  Cost: it looks for two cores for each
 * doubling of that number.
 */
ARCH_COLD uint32_t squares_row(const struct cores *cores);

/*
 * Writes the numbers 0 to count - 1 in that order, for rows of `width`.  Cost: a few
 * instructions for each.
 */
ARCH_COLD void squares_order(uint16_t *order, uint32_t count, uint32_t width);

/* Returns the place of a number in that order.  Cost: a few instructions for each row. */
ARCH_COLD uint32_t squares_place(uint32_t number, uint32_t count,
				 uint32_t width);

#endif
