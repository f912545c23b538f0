/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions of the mesh, and a hub in each: a core in its middle.
 *
 * The box around all cores is halved, along its longer side, as often as asked
 * for but not into parts without cores; so there are 1 << shift regions.  Only
 * coordinates decide: all cores find the same.
 */
#ifndef TOPOLOGY_STRIPES_H
#define TOPOLOGY_STRIPES_H

#include <stdint.h>

enum {
	STRIPES_SHIFT = 5,
	STRIPES_MOST = 1 << STRIPES_SHIFT
};

struct stripes {
	uint32_t shift;             /* of the number of regions */
	uint32_t mine;              /* the region that I am in */
	uint32_t hub[STRIPES_MOST]; /* rank of each region's hub */
};

/*
 * shift <= STRIPES_SHIFT is the most.  Cost: cores times regions, a few
 * instructions each.
 */
void stripes_find(struct stripes *s, uint32_t shift);

#endif
