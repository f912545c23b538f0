/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions of the mesh, and a hub in each: a core in its middle.
 *
 * The box around the cores is halved across its longer side, as often as asked
 * for, but not into parts without cores; so there are 1 << shift regions.  The
 * result depends on coordinates only, so all cores compute equal ones.
 */
#ifndef TOPOLOGY_STRIPES_H
#define TOPOLOGY_STRIPES_H

#include <stdint.h>

#include "arch/small.h"
#include "topology/cores.h"

enum {
	STRIPES_SHIFT = 5,
	STRIPES_MOST = 1 << STRIPES_SHIFT,
	STRIPES_CORES = ARCH_CORES_MAX < 512 ? ARCH_CORES_MAX : 512
};

struct stripes {
	uint32_t shift;               /* of the number of regions */
	uint32_t mine;                /* the region that this core is in */
	uint32_t hub[STRIPES_MOST];   /* rank of each region's hub */
	uint32_t place[STRIPES_MOST]; /* its number among the cores */
};

/*
 * Computes the regions of STRIPES_CORES cores at most: 1 << shift, with shift <=
 * STRIPES_SHIFT, or fewer; core `me` is one of the cores.  Cost: some tens of
 * instructions for each core, shift + 2 times.
 */
ARCH_COLD void stripes_find(struct stripes *s, uint32_t shift,
			    const struct cores *cores, uint32_t me);

#endif
