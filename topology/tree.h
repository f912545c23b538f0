/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core's node in the k-ary tree of a root.
 *
 * The nodes are the cores, numbered from the root: i = (rank - root) mod P.
 * The children of node i are the nodes from i*k + 1 to i*k + k that are below
 * P.  A parent and its children tell each other of a chunk along a binary tree,
 * whose node 0 is the parent and whose node j + 1 is child j.  Node m of it
 * tells nodes 2m + 1 and 2m + 2, so k children are told in log2(k) steps (D.
 * Petrovic, EPFL thesis 6552, section 3.2).
 */
#ifndef TOPOLOGY_TREE_H
#define TOPOLOGY_TREE_H

#include <stdint.h>

#include "topology/arith.h"

enum {
	TREE_NONE = 0xffffffff
};

struct tree {
	uint32_t parent;   /* its rank, or TREE_NONE at the root */
	uint32_t place;    /* which of its children this core is, from 0 */
	uint32_t children; /* how many this core has */
	uint32_t tell[2];  /* siblings that it tells: ranks or TREE_NONE */
	uint32_t begin[2]; /* children that it tells: ranks or TREE_NONE */
	uint32_t first; /* rank of its first child; the others follow, mod P */
	uint32_t count; /* P */
};

/*
 * Returns how many children node i has.  They are *first and the nodes after
 * it; without children, *first is the number that the first would have.  k >=
 * 1.
 */
static inline uint32_t tree_children(uint32_t i, uint32_t k, uint32_t count,
				     uint32_t *first)
{
	uint32_t begin = arith_mul(i, k) + 1;

	*first = begin;
	if (begin >= count) {
		return 0;
	}
	return count - begin < k ? count - begin : k;
}

/* Returns the node of `rank`.  k >= 1; rank and root are below count. */
struct tree tree_of(uint32_t rank, uint32_t root, uint32_t k, uint32_t count);

/* Returns the rank of this core's child j, which is below tree->children. */
uint32_t tree_child(const struct tree *tree, uint32_t j);

#endif
