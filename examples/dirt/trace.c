/* SPDX-License-Identifier: Apache-2.0 */
#include "examples/dirt/trace.h"

#include <weft/types.h>

enum {
	ONE = 256, /* a voxel */
	AMBIENT = 40,
	LIGHT = 3, /* length of the vector (1, 2, 2) */
	SKY = 64,
};

struct place {
	int32_t x, y, z;
};

static int32_t root_of(int32_t n)
{
	int32_t root = 0;

	for (int32_t bit = 1 << 10; bit > 0; bit >>= 1) {
		if ((root + bit) * (root + bit) <= n) {
			root += bit;
		}
	}
	return root;
}

/* The first place on the ray that has the surface's value; z is the cube's edge if none. */
static struct place hit(const struct scene *scene, const struct volume *volume,
			int32_t column, int32_t row)
{
	int32_t x = column * scene->edge * ONE / scene->width;
	int32_t y = row * scene->edge * ONE / scene->height;
	struct place p = {0, 0, 0};

	for (; p.z < scene->edge; p.z++) {
		/* Rays go through the middle of the cube's middle. */
		int32_t depth = p.z - scene->edge / 2;

		p.x = (x + depth * scene->view[0]) >> 8;
		p.y = (y + depth * scene->view[1]) >> 8;
		if (volume->most(p.x, p.y, p.z) >= scene->iso &&
		    volume->value(volume->from, p.x, p.y, p.z) >= scene->iso) {
			break;
		}
	}
	return p;
}

/* How much light there is: by the steepest way down, which is away from the surface. */
static WEFT_COLD int32_t shade(const struct volume *v, struct place p)
{
	int32_t x = v->value(v->from, p.x - 1, p.y, p.z) -
		    v->value(v->from, p.x + 1, p.y, p.z);
	int32_t y = v->value(v->from, p.x, p.y - 1, p.z) -
		    v->value(v->from, p.x, p.y + 1, p.z);
	int32_t z = v->value(v->from, p.x, p.y, p.z - 1) -
		    v->value(v->from, p.x, p.y, p.z + 1);
	int32_t steep = root_of(x * x + y * y + z * z);
	int32_t lit = -x - 2 * y - 2 * z; /* light comes from (-1, -2, -2) */

	lit = lit > 0 ? lit * (255 - AMBIENT) / (LIGHT * steep) : 0;
	lit += AMBIENT;
	return lit < 255 ? lit : 255;
}

void trace_pixel(const struct scene *scene, const struct volume *volume,
		 uint32_t pixel, uint8_t colour[COLOURS])
{
	int32_t row = (int32_t)pixel / scene->width;
	int32_t column = (int32_t)pixel - row * scene->width;
	struct place p = hit(scene, volume, column, row);
	int32_t light;

	if (p.z == scene->edge) {
		colour[0] = colour[1] = 0;
		colour[2] = (uint8_t)(SKY + row * SKY / scene->height);
		return;
	}
	light = shade(volume, p);
	colour[0] = (uint8_t)light;
	colour[1] = (uint8_t)(light - light * p.z / (2 * scene->edge));
	colour[2] = (uint8_t)(light * p.z / scene->edge);
}
