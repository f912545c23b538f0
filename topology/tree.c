/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/tree.h"

struct tree tree_of(uint32_t rank, uint32_t root, uint32_t k, uint32_t count)
{
	struct tree t = {
		.parent = TREE_NONE,
		.tell = {TREE_NONE, TREE_NONE},
		.begin = {TREE_NONE, TREE_NONE},
		.count = count,
	};
	uint32_t i = arith_sub_mod(rank, root, count);
	uint32_t first;

	t.children = tree_children(i, k, count, &first);
	if (t.children > 0) {
		t.first = arith_add_mod(first, root, count);
		t.begin[0] = t.first;
	}
	if (t.children > 1) {
		t.begin[1] = tree_child(&t, 1);
	}
	if (i > 0) {
		uint32_t parent = arith_div(i - 1, k, &t.place);
		uint32_t siblings = tree_children(parent, k, count, &first);

		t.parent = arith_add_mod(parent, root, count);
		for (uint32_t m = 0; m < 2; m++) {
			/* my node is place + 1; node n is child n - 1 */
			uint32_t j = ((t.place + 1) << 1) + m;

			if (j < siblings) {
				t.tell[m] =
					arith_add_mod(first + j, root, count);
			}
		}
	}
	return t;
}

uint32_t tree_child(const struct tree *tree, uint32_t j)
{
	return arith_add_mod(tree->first, j, tree->count);
}
