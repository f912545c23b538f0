/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes on the mesh: the least rectangle around some cores, and its middle.
 * Only coordinates decide, so all cores find the same.  Start.
 */
#ifndef TOPOLOGY_BOX_H
#define TOPOLOGY_BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

struct box {
	uint32_t x0, x1, y0, y1; /* both ends are inside; x0 > x1: no core is */
};

/* The box around no core: box_add makes it larger. */
#define BOX_EMPTY ((struct box){UINT32_MAX, 0, UINT32_MAX, 0})

/* The box around all cores. */
#define BOX_ALL ((struct box){0, UINT32_MAX, 0, UINT32_MAX})

static inline bool box_has(const struct box *box, struct arch_coords at)
{
	return at.x >= box->x0 && at.x <= box->x1 && at.y >= box->y0 &&
	       at.y <= box->y1;
}

/* Is it at least as wide as it is high?  Then it is cut across x. */
static inline bool box_is_wide(const struct box *box)
{
	return box->x1 - box->x0 >= box->y1 - box->y0;
}

/* Make the box so large that it has this place, too. */
ARCH_COLD void box_add(struct box *box, struct arch_coords at);

/*
 * Make the box the least one around the cores of the run in it.  False: there are
 * none.
 */
ARCH_COLD bool box_tighten(struct box *box);

/* Twice the way from a core to the middle of the box, in routers. */
ARCH_COLD uint32_t box_off_middle(const struct box *box, uint32_t rank);

/*
 * Of the cores of the run that are in the box, the last one that is nearest to its
 * middle: of several, far from rank 0, which is often the root and whose links are
 * busy then (1.6 % of a large striped broadcast's time).  Cost: a few instructions a
 * core of the run.
 */
ARCH_COLD uint32_t box_middle(const struct box *box);

#endif
