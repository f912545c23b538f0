/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/shape.h"
#include "topology/tree.h"

void shape_k(struct shape_node *node, uint32_t count, uint32_t k)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t first, n = tree_children(i, k, count, &first);

		node[i].first = (uint16_t)first;
		node[i].children = (uint16_t)n;
		for (uint32_t j = 0; j < n; j++) {
			node[first + j].parent = (uint16_t)i;
		}
	}
}

/* In the order in which they are told; a teller's number is less than theirs. */
struct told {
	uint16_t free; /* when it can tell the next one */
	uint16_t by, tells;
};

static ARCH_COLD uint32_t soonest_free(const struct told *told, uint32_t n)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < n; i++) {
		if (told[i].free < told[best].free) {
			best = i;
		}
	}
	return best;
}

uint32_t shape_soonest(struct shape_node *node, uint32_t count, uint32_t delay)
{
	struct told told[SHAPE_NODES];
	uint16_t order[SHAPE_NODES]; /* which core is at a node */
	uint32_t next = 1, last = 0;

	told[0] = (struct told){0, 0, 0};
	for (uint32_t n = 1; n < count; n++) {
		uint32_t by = soonest_free(told, n);

		told[by].tells++;
		last = ++told[by].free;
		told[n] = (struct told){(uint16_t)(last + delay), (uint16_t)by,
					0};
	}
	/* Level by level, so that children lie side by side. */
	order[0] = 0;
	for (uint32_t i = 0; i < count; i++) {
		node[i].first = (uint16_t)next;
		node[i].children = told[order[i]].tells;
		for (uint32_t n = order[i] + 1u; n < count; n++) {
			if (told[n].by == order[i]) {
				node[next].parent = (uint16_t)i;
				order[next++] = (uint16_t)n;
			}
		}
	}
	return last;
}
