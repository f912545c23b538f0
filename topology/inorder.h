/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A binary tree of ranks 0 .. n-1 with any of them at its top: below each are at its left
 * ranks that are lower, in a row that ends with the one before it, and at its right ranks
 * that are higher.  So what comes from the left, a rank's own, and what comes from the
 * right are in the order of ranks.  Below the top each goes to the middle of its row.
 */
#ifndef TOPOLOGY_INORDER_H
#define TOPOLOGY_INORDER_H

#include <stdint.h>

enum {
	INORDER_BELOW = 2
};

struct inorder {
	uint32_t above; /* or INORDER_NOBODY */
	uint32_t below[INORDER_BELOW];
	uint32_t count; /* of those below */
};

#define INORDER_NOBODY UINT32_MAX

/* Where rank `me` is. */
static inline struct inorder inorder(uint32_t me, uint32_t n, uint32_t top)
{
	struct inorder at = {.above = INORDER_NOBODY};
	uint32_t lo = 0, hi = n;

	while (top != me) {
		at.above = top;
		if (me < top) {
			hi = top;
		} else {
			lo = top + 1;
		}
		top = (lo + hi) >> 1;
	}
	if (lo < me) {
		at.below[at.count++] = (lo + me) >> 1;
	}
	if (me + 1 < hi) {
		at.below[at.count++] = (me + 1 + hi) >> 1;
	}
	return at;
}

#endif
