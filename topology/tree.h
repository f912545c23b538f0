/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core's place in the k-ary tree of a root.
 *
 * Cores are numbered from the root: i = (rank - root) mod P.  The children of i
 * are i*k + 1 .. i*k + k, below P.  Among the children of one parent the news of a
 * chunk travels along a binary tree whose node 0 is the parent and whose node
 * j + 1 is child j; node m tells nodes 2m + 1 and 2m + 2, so k children are told in
 * log2(k) steps (D. Petrovic, EPFL thesis 6552, section 3.2).
 */
#ifndef TOPOLOGY_TREE_H
#define TOPOLOGY_TREE_H

#include <stdint.h>

#include "topology/arith.h"

enum {
	TREE_NONE = 0xffffffff
};

struct tree {
	uint32_t parent;   /* rank, or TREE_NONE at the root */
	uint32_t place;    /* which child of it I am, from 0 */
	uint32_t children; /* how many I have */
	uint32_t tell[2];  /* siblings that I tell, ranks or TREE_NONE */
	uint32_t begin[2]; /* children that I tell myself, the same */
	uint32_t first; /* rank of my first child; the others follow, mod P */
	uint32_t count; /* P */
};

/*
 * The children of node i are `first` and those after it: how many there are; none: the
 * number that the first would have.  k >= 1.
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

/* k >= 1; rank and root below count. */
struct tree tree_of(uint32_t rank, uint32_t root, uint32_t k, uint32_t count);

/* The rank of my child j < children. */
uint32_t tree_child(const struct tree *tree, uint32_t j);

#endif
