/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/stripes.h"

#include <stdbool.h>

#include "arch/arch.h"
#include "topology/box.h"

/* Cut the box in two; returns the other half. */
static ARCH_COLD struct box halve(struct box *box)
{
	struct box other = *box;

	if (box_is_wide(box)) {
		box->x1 = (box->x0 + box->x1) >> 1;
		other.x0 = box->x1 + 1;
	} else {
		box->y1 = (box->y0 + box->y1) >> 1;
		other.y0 = box->y1 + 1;
	}
	return other;
}

/* Halve all n boxes; false, and nothing done, if a half would be empty. */
static ARCH_COLD bool halve_all(struct box *box, uint32_t n,
				const struct cores *cores)
{
	struct box half[STRIPES_MOST];

	for (uint32_t i = 0; i < n; i++) {
		half[i] = box[i];
		half[n + i] = halve(&half[i]);
		if (!box_tighten(&half[i], cores) ||
		    !box_tighten(&half[n + i], cores)) {
			return false;
		}
	}
	for (uint32_t i = 0; i < n << 1; i++) {
		box[i] = half[i];
	}
	return true;
}

void stripes_find(struct stripes *s, uint32_t shift, const struct cores *cores)
{
	struct arch_coords me = arch_coords(arch_rank());
	struct box box[STRIPES_MOST] = {BOX_ALL};

	box_tighten(&box[0], cores);
	s->shift = 0;
	while (s->shift < shift &&
	       halve_all(box, UINT32_C(1) << s->shift, cores)) {
		s->shift++;
	}
	for (uint32_t i = 0; i < UINT32_C(1) << s->shift; i++) {
		s->place[i] = box_middle(&box[i], cores);
		s->hub[i] = cores_rank(cores, s->place[i]);
		if (box_has(&box[i], me)) {
			s->mine = i;
		}
	}
}
