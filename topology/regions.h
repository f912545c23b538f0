/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions: cores divided into parts of given sizes, so that the cores of a
 * part are close together.
 *
 * The box around them is cut in two across its longer side, at the column
 * or row where the regions of the first half are full.  Each half is then cut
 * likewise, until it is one region.
 */
#ifndef TOPOLOGY_REGIONS_H
#define TOPOLOGY_REGIONS_H

#include <stdint.h>

#include "arch/small.h"
#include "topology/place.h"

/*
 * Puts those ranks in order, region after region: first size[0] ranks, then
 * size[1] and so on; the sizes add up to `count`.  There are at most 256
 * regions.
 */
ARCH_COLD void regions_cut(uint16_t *rank, uint32_t count, const uint16_t *size,
			   uint32_t regions, mesh_where *where);

#endif
