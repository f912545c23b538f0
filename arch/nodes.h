/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nodes: an optional part of the port contract, beside arch/arch.h.  A run has several
 * where some cores share memory and to others there is only a network.  Cores of two
 * nodes are then so far from each other that a collective should enter each node once
 * and spread within it.
 *
 *  ARCH_NODES       1: a run may have several nodes
 *  ARCH_NODE_ORDER  1: rules (a) and (b) of arch/arch.h also hold for what one core writes to
 *                   several cores of one other node
 *
 * All rules of the contract hold between nodes as within one.  Without nodes all of
 * this is constant, and what asks for it is left out.
 */
#ifndef WEFT_ARCH_NODES_H
#define WEFT_ARCH_NODES_H

#include "arch/arch.h"

#ifndef ARCH_NODES
#define ARCH_NODES 0
#endif

#ifndef ARCH_NODE_ORDER
#define ARCH_NODE_ORDER 0
#endif

/*
 * How many nodes this run has; each has a core at least.  The node of a core, from 0:
 * any cores may be in one.  [optional: ARCH_NODES]  context: any.  cost: local.
 */
#if ARCH_NODES
ARCH_COLD uint32_t arch_nodes(void);
ARCH_COLD uint32_t arch_node(uint32_t rank);
#else
static inline uint32_t arch_nodes(void)
{
	return 1;
}

static inline uint32_t arch_node(uint32_t rank)
{
	(void)rank;
	return 0;
}
#endif

#endif
