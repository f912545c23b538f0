/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/box.h"

bool box_tighten(struct box *box, const struct cores *cores)
{
	struct box tight = BOX_EMPTY;

	for (uint32_t i = 0; i < cores->count; i++) {
		struct mesh_place at = cores_place(cores, i);

		if (box_has(box, at)) {
			box_add(&tight, at);
		}
	}
	*box = tight;
	return tight.x0 <= tight.x1;
}

static ARCH_COLD uint32_t apart(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

uint32_t box_off_middle(const struct box *box, struct mesh_place at)
{
	return apart(at.x << 1, box->x0 + box->x1) +
	       apart(at.y << 1, box->y0 + box->y1);
}

uint32_t box_middle(const struct box *box, const struct cores *cores)
{
	uint32_t best = 0, least = UINT32_MAX;

	for (uint32_t i = 0; i < cores->count; i++) {
		struct mesh_place at = cores_place(cores, i);
		uint32_t off;

		if (!box_has(box, at)) {
			continue;
		}
		off = box_off_middle(box, at);
		if (off <= least) {
			least = off;
			best = i;
		}
	}
	return best;
}
