/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is to be drawn: a cube of bytes, the values of spheres that fall from the middle to the
 * rim, seen along an axis; the surface of all that has at least a certain value.
 * (M. A. Parker, "Efficient User-Level Event Notification", Utah 2013, section 6.1.)
 *
 * A file has lines like these, in any order; what follows a # is a comment:
 *
 *     volume 24                 the cube's edge, a multiple of 4, up to 64
 *     image 48 32               pixels across (a multiple of 8) and down
 *     iso 100                   the surface's value
 *     view 40 -20               how far to the side a ray goes, in 1/256 of its depth
 *     sphere 12 12 10 9 220     x y z, radius, value in the middle; up to 20 of them
 */
#ifndef DIRT_SCENE_H
#define DIRT_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SPHERES = 20,
	EDGE_MOST = 64,
	SIDE_MOST = 512, /* of the image */
};

struct sphere {
	int32_t x, y, z, radius, value;
};

struct scene {
	int32_t edge, width, height, iso, view[2];
	uint32_t spheres;
	struct sphere sphere[SPHERES];
};

/* False: it is no such file. */
bool scene_parse(struct scene *scene, const char *text, size_t bytes);

/* The value there; 0 outside the cube. */
uint8_t scene_value(const struct scene *scene, int32_t x, int32_t y, int32_t z);

#endif
