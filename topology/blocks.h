/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that are numbered row by row of a mesh, in another order: in blocks of BLOCKS_WIDE
 * rows, with as many of them in each.  Cores in a row of that order are close together, and
 * nobody needs to know where any of them is but those of the first row.  What does not fill
 * so many rows at the end keeps its order.
 */
#ifndef TOPOLOGY_BLOCKS_H
#define TOPOLOGY_BLOCKS_H

#include "arch/small.h"
#include "topology/cores.h"

enum {
	BLOCKS_LOG2 = 2,
	BLOCKS_WIDE = 1 << BLOCKS_LOG2
};

/*
 * Returns how many of the first cores are side by side in a row of the mesh.  Cost: some
 * ten instructions for each of these.
 */
ARCH_COLD uint32_t blocks_row(const struct cores *cores);

/*
 * Writes the numbers 0 to count - 1 in that order, for rows of `width`.  Cost: a few
 * instructions for each.
 */
ARCH_COLD void blocks_order(uint16_t *order, uint32_t count, uint32_t width);

/* Returns the place of a number in that order.  Cost: a few instructions for each row. */
ARCH_COLD uint32_t blocks_place(uint32_t number, uint32_t count,
				uint32_t width);

#endif
