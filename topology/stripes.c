/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/stripes.h"

#include <stdbool.h>

#include "arch/arch.h"

struct box {
	uint32_t x0, x1, y0, y1; /* both ends are inside */
};

static bool inside(const struct box *box, struct arch_coords at)
{
	return at.x >= box->x0 && at.x <= box->x1 && at.y >= box->y0 &&
	       at.y <= box->y1;
}

/* The least box around the same cores; false if there are none. */
static bool tighten(struct box *box, uint32_t cores)
{
	struct box tight = {UINT32_MAX, 0, UINT32_MAX, 0};

	for (uint32_t rank = 0; rank < cores; rank++) {
		struct arch_coords at = arch_coords(rank);

		if (inside(box, at)) {
			tight.x0 = at.x < tight.x0 ? at.x : tight.x0;
			tight.x1 = at.x > tight.x1 ? at.x : tight.x1;
			tight.y0 = at.y < tight.y0 ? at.y : tight.y0;
			tight.y1 = at.y > tight.y1 ? at.y : tight.y1;
		}
	}
	*box = tight;
	return tight.x0 <= tight.x1;
}

/* Cut the box in two; returns the other half. */
static struct box halve(struct box *box)
{
	struct box other = *box;

	if (box->x1 - box->x0 >= box->y1 - box->y0) {
		box->x1 = (box->x0 + box->x1) >> 1;
		other.x0 = box->x1 + 1;
	} else {
		box->y1 = (box->y0 + box->y1) >> 1;
		other.y0 = box->y1 + 1;
	}
	return other;
}

/* Halve all n boxes; false, and nothing done, if a half would be empty. */
static bool halve_all(struct box *box, uint32_t n, uint32_t cores)
{
	struct box half[STRIPES_MOST];

	for (uint32_t i = 0; i < n; i++) {
		half[i] = box[i];
		half[n + i] = halve(&half[i]);
		if (!tighten(&half[i], cores) ||
		    !tighten(&half[n + i], cores)) {
			return false;
		}
	}
	for (uint32_t i = 0; i < n << 1; i++) {
		box[i] = half[i];
	}
	return true;
}

static uint32_t apart(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* The core nearest to the middle of a box, the last one of several. */
static uint32_t central(const struct box *box, uint32_t cores)
{
	uint32_t best = 0, least = UINT32_MAX;

	for (uint32_t rank = 0; rank < cores; rank++) {
		struct arch_coords at = arch_coords(rank);
		uint32_t far = apart(at.x << 1, box->x0 + box->x1) +
			       apart(at.y << 1, box->y0 + box->y1);

		if (inside(box, at) && far <= least) {
			least = far;
			best = rank;
		}
	}
	return best;
}

void stripes_find(struct stripes *s, uint32_t cores, uint32_t shift)
{
	struct arch_coords me = arch_coords(arch_rank());
	struct box box[STRIPES_MOST] = {{0, UINT32_MAX, 0, UINT32_MAX}};

	tighten(&box[0], cores);
	s->shift = 0;
	while (s->shift < shift &&
	       halve_all(box, UINT32_C(1) << s->shift, cores)) {
		s->shift++;
	}
	for (uint32_t i = 0; i < UINT32_C(1) << s->shift; i++) {
		s->home[i] = central(&box[i], cores);
		if (inside(&box[i], me)) {
			s->mine = i;
		}
	}
}
