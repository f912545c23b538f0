/* SPDX-License-Identifier: Apache-2.0 */
/* Rays through the volume, in integers: any number of cores draws the same image. */
#ifndef DIRT_TRACE_H
#define DIRT_TRACE_H

#include "examples/dirt/scene.h"

/* Where values come from: the bricks, or the scene itself. */
struct volume {
	uint8_t (*value)(void *from, int32_t x, int32_t y, int32_t z);
	/* nothing around that place is more */
	uint8_t (*most)(int32_t x, int32_t y, int32_t z);
	void *from;
};

enum {
	COLOURS = 3
};

/* Pixel number `pixel`, row by row: red, green, blue. */
void trace_pixel(const struct scene *scene, const struct volume *volume,
		 uint32_t pixel, uint8_t colour[COLOURS]);

#endif
