/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions of the chip: the cores in parts of given sizes, so that those of a part
 * are close together.
 *
 * All cores are cut in two across the longer side of the box around them, at the
 * column or row where the regions of the first half are full; then each half in
 * the same way, until there is one region.
 */
#ifndef TOPOLOGY_REGIONS_H
#define TOPOLOGY_REGIONS_H

#include <stdint.h>

#include "arch/small.h"

/*
 * Into order[0 .. count - 1] the ranks, region after region: size[0] of them, then
 * size[1] and so on, which are count together.  At most 256 regions.  Start.
 */
ARCH_COLD void regions_cut(uint16_t *order, uint32_t count,
			   const uint16_t *size, uint32_t regions);

/*
 * The ranks nearest to the middle of the box around n cores, the nearest first: as
 * many as asked for, at most n.
 */
ARCH_COLD void regions_middle(uint16_t *middle, uint32_t wanted,
			      const uint16_t *rank, uint32_t n);

#endif
