/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes: rectangles of the mesh, and the core in the middle of one.  The
 * results depend on coordinates only, so all cores compute equal ones.  All of
 * this runs at start.
 */
#ifndef TOPOLOGY_BOX_H
#define TOPOLOGY_BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"
#include "topology/cores.h"

struct box {
	uint32_t x0, x1, y0, y1; /* ends included; x0 > x1: it is empty */
};

/* The empty box, to begin with before box_add. */
#define BOX_EMPTY ((struct box){UINT32_MAX, 0, UINT32_MAX, 0})

/* A box that has all cores in it. */
#define BOX_ALL ((struct box){0, UINT32_MAX, 0, UINT32_MAX})

static inline bool box_has(const struct box *box, struct mesh_place at)
{
	return at.x >= box->x0 && at.x <= box->x1 && at.y >= box->y0 &&
	       at.y <= box->y1;
}

/* Tells whether the box is at least as wide as it is high. */
static inline bool box_is_wide(const struct box *box)
{
	return box->x1 - box->x0 >= box->y1 - box->y0;
}

/* Extends the box so that it includes these coordinates. */
static inline void box_add(struct box *box, struct mesh_place at)
{
	box->x0 = at.x < box->x0 ? at.x : box->x0;
	box->x1 = at.x > box->x1 ? at.x : box->x1;
	box->y0 = at.y < box->y0 ? at.y : box->y0;
	box->y1 = at.y > box->y1 ? at.y : box->y1;
}

/*
 * Shrinks the box to the smallest one around those of the cores that are in
 * it.  Returns false if there are none.
 */
ARCH_COLD bool box_tighten(struct box *box, const struct cores *cores);

/* Returns twice the distance of a place from the box's middle, in routers. */
ARCH_COLD uint32_t box_off_middle(const struct box *box, struct mesh_place at);

/*
 * Returns the number of the core in the box that is nearest to its middle.  Of
 * several it is the one with the highest number: rank 0 is often the root, and
 * the links near it are then busy (1.6 % of a large striped broadcast's time).
 * Cost: a few instructions for each of the cores.
 */
ARCH_COLD uint32_t box_middle(const struct box *box, const struct cores *cores);

#endif
