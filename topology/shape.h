/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of a broadcast tree: nodes from 0, the root, to count - 1.  It does
 * not depend on which core is the root.  The children of a node have
 * consecutive numbers.
 */
#ifndef TOPOLOGY_SHAPE_H
#define TOPOLOGY_SHAPE_H

#include <stdint.h>

#include "arch/small.h"

/* The largest that a table is made for. */
enum {
	SHAPE_NODES = ARCH_CORES_MAX < 256 ? ARCH_CORES_MAX : 256
};

struct shape_node {
	uint16_t parent; /* 0 for the root, too */
	uint16_t first;  /* child, if there are any */
	uint16_t children;
};

/* Makes a k-ary tree whose nodes are filled in order; k >= 1. */
ARCH_COLD void shape_k(struct shape_node *node, uint32_t count, uint32_t k);

/*
 * Makes the tree whose last node is told earliest (R. Karp et al., "Optimal
 * broadcast and summation in the LogP model", 1993).  A node that knows tells
 * one other node after another, a unit of time each; a node that has been told
 * begins `delay` units later.  Returns the time at which the last node has been
 * told.
 */
ARCH_COLD uint32_t shape_soonest(struct shape_node *node, uint32_t count,
				 uint32_t delay);

#endif
