/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The binomial tree of a root.
 *
 * The nodes of the tree are the cores, numbered from the root: v = (rank -
 * root) mod P.  The span of a node is the lowest bit that is set in v; the
 * root's is the least power of two that is not below P.  Node v is above all
 * nodes from v + 1 to v + span - 1 that exist.  It receives from v - span and
 * sends to v + span/2, v + span/4 and so on down to v + 1.  So edge j always
 * joins cores whose numbers differ by 2^j, whatever the root.
 */
#ifndef TOPOLOGY_BINOMIAL_H
#define TOPOLOGY_BINOMIAL_H

#include <stdint.h>

#include "topology/arith.h"

/* Returns the edge above node v, log2 of its span; for the root, the rounds. */
static inline uint32_t binomial_edge(uint32_t v, uint32_t count)
{
	uint32_t edge = 0;

	if (v == 0) {
		return arith_log2_ceil(count);
	}
	while (!(v >> edge & 1)) {
		edge++;
	}
	return edge;
}

#endif
