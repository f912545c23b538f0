/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The binary tree of a heap: node i > 0 has the parent (i - 1) / 2, and node i
 * has the children 2i + 1 and 2i + 2, if they exist.
 */
#ifndef TOPOLOGY_HEAP_H
#define TOPOLOGY_HEAP_H

#include <stdint.h>

enum {
	HEAP_CHILDREN = 2
};

/* Return the parent of node i > 0, and which of its children i is: 0 or 1. */
static inline uint32_t heap_parent(uint32_t i)
{
	return (i - 1) >> 1;
}

static inline uint32_t heap_place(uint32_t i)
{
	return (i - 1) & 1;
}

/* Returns child j of node i; it exists if it is below the number of nodes. */
static inline uint32_t heap_child(uint32_t i, uint32_t j)
{
	return (i << 1) + 1 + j;
}

#endif
