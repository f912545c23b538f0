/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The binary tree of numbers as a heap has it: i is below (i - 1) / 2 and above
 * 2i + 1 and 2i + 2, those of them that exist.
 */
#ifndef TOPOLOGY_HEAP_H
#define TOPOLOGY_HEAP_H

#include <stdint.h>

enum {
	HEAP_CHILDREN = 2
};

/* The node above i > 0, and which child of it i is. */
static inline uint32_t heap_parent(uint32_t i)
{
	return (i - 1) >> 1;
}

static inline uint32_t heap_place(uint32_t i)
{
	return (i - 1) & 1;
}

/* Child j of i, if it is below the number of nodes. */
static inline uint32_t heap_child(uint32_t i, uint32_t j)
{
	return (i << 1) + 1 + j;
}

#endif
