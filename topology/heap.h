/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tree of a heap of degree 2^log2: node i > 0 has the parent (i - 1) >> log2, and
 * children follow each other.
 */
#ifndef TOPOLOGY_HEAP_H
#define TOPOLOGY_HEAP_H

#include <stdint.h>

/* Return the parent of node i > 0, and which of its children i is, from 0. */
static inline uint32_t heap_parent(uint32_t i, uint32_t log2)
{
	return (i - 1) >> log2;
}

static inline uint32_t heap_place(uint32_t i, uint32_t log2)
{
	return (i - 1) & ((1u << log2) - 1);
}

/* Returns child j of node i; it exists if it is below the number of nodes. */
static inline uint32_t heap_child(uint32_t i, uint32_t j, uint32_t log2)
{
	return (i << log2) + 1 + j;
}

#endif
