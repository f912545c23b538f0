/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/stripes.h"

#include <stdbool.h>

#include "topology/box.h"

/* Boxes, and the one that each core is in. */
struct boxes {
	uint32_t count;
	struct box box[STRIPES_MOST];
	uint8_t of[STRIPES_CORES];
};

/* A box is cut across, behind this line. */
struct stripes_cut {
	bool wide;
	uint32_t line;
};

static ARCH_COLD struct stripes_cut cut_of(const struct box *box)
{
	bool wide = box_is_wide(box);

	return (struct stripes_cut){
		wide, (wide ? box->x0 + box->x1 : box->y0 + box->y1) >> 1};
}

/*
 * Halves all n boxes: of box i the half beyond its cut becomes box n + i.  False if a half
 * is empty; then only `of` has changed.
 */
static ARCH_COLD bool halve_all(struct boxes *boxes, const struct cores *cores)
{
	struct stripes_cut cut[STRIPES_MOST >> 1];
	struct box half[STRIPES_MOST];
	uint32_t n = boxes->count;

	for (uint32_t i = 0; i < n; i++) {
		cut[i] = cut_of(&boxes->box[i]);
		half[i] = half[n + i] = BOX_EMPTY;
	}
	for (uint32_t i = 0; i < cores->count; i++) {
		struct mesh_place at = cores_place(cores, i);
		uint32_t in = boxes->of[i];

		if ((cut[in].wide ? at.x : at.y) > cut[in].line) {
			in += n;
			boxes->of[i] = (uint8_t)in;
		}
		box_add(&half[in], at);
	}
	for (uint32_t i = 0; i < n << 1; i++) {
		if (half[i].x0 > half[i].x1) {
			return false;
		}
	}
	boxes->count = n << 1;
	for (uint32_t i = 0; i < n << 1; i++) {
		boxes->box[i] = half[i];
	}
	return true;
}

/* The core nearest to each box's middle; of several the one with the highest number. */
static ARCH_COLD void find_middles(struct stripes *s, const struct boxes *boxes,
				   const struct cores *cores, uint32_t me)
{
	uint32_t least[STRIPES_MOST];

	for (uint32_t i = 0; i < boxes->count; i++) {
		least[i] = UINT32_MAX;
	}
	for (uint32_t i = 0; i < cores->count; i++) {
		uint32_t rank = cores_rank(cores, i);
		uint32_t in = boxes->of[i] & (boxes->count - 1);
		uint32_t off =
			box_off_middle(&boxes->box[in], cores->where(rank));

		if (off <= least[in]) {
			least[in] = off;
			s->place[in] = i;
			s->hub[in] = rank;
		}
		if (rank == me) {
			s->mine = in;
		}
	}
}

void stripes_find(struct stripes *s, uint32_t shift, const struct cores *cores,
		  uint32_t me)
{
	struct boxes boxes = {.count = 1, .box = {BOX_ALL}};

	box_tighten(&boxes.box[0], cores);
	s->shift = 0;
	while (s->shift < shift && halve_all(&boxes, cores)) {
		s->shift++;
	}
	find_middles(s, &boxes, cores, me);
}
