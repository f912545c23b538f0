/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of a broadcast tree, over places 0 .. count - 1 from the root; the
 * same for every root.  The children of a place are consecutive places.
 */
#ifndef TOPOLOGY_SHAPE_H
#define TOPOLOGY_SHAPE_H

#include <stdint.h>

#include "arch/arch.h"

enum {
	SHAPE_PLACES = ARCH_CORES_MAX < 256 ? ARCH_CORES_MAX : 256
};

struct shape_node {
	uint16_t parent; /* the root's own is 0 */
	uint16_t first;  /* of its children, if it has any */
	uint16_t children;
};

/* A k-ary tree, place after place filled; k >= 1. */
ARCH_COLD void shape_k(struct shape_node *place, uint32_t count, uint32_t k);

/*
 * The tree in which the last one is told earliest (R. Karp et al., "Optimal
 * broadcast and summation in the LogP model", 1993): whoever knows goes on
 * telling, one core after another, a unit of time each; who has been told can
 * begin `delay` units later.  Returns when the last one has been told.
 */
ARCH_COLD uint32_t shape_soonest(struct shape_node *place, uint32_t count,
				 uint32_t delay);

#endif
