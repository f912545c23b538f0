/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pictures as M. A. Parker's thesis has them (Utah 2013, chapters 6 to 8), on its node: spheres
 * at random in a volume that is seen from ten sides.  Where who asks whom, and when,
 * decides, one picture shows little; so a figure is the mean of ten, and there are ten scenes, by
 * seeds.  The published volume has bricks of 12 by 12 by 12 values of 2 bytes; here a
 * value is a byte.  The cache has as many lines as make hits as frequent as published,
 * nine in ten.  The node's interface delivers to memory, so its window is large enough
 * for what a core awaits.
 */
#ifndef BENCH_DIRT_SCENE_H
#define BENCH_DIRT_SCENE_H

#include <stdlib.h>

#include "dirt_paths.h"

enum {
	EDGE = 84, /* seven bricks of 12, or twelve of 7 */
	WIDTH = 96,
	HEIGHT = 64,
	FIBERS = 4,
	FRAMES = 10,
	RANDOM_SPHERES = 10,
};

static struct scene drawn;

/* Of 0..n-1, n below 65536. */
static int32_t random_below(uint32_t n)
{
	static uint32_t state;

	if (state == 0) {
		state = (uint32_t)strtoul(bench_arg("seed", "1"), NULL, 10);
	}
	state = state * 1664525 + 1013904223;
	return (int32_t)((state >> 16) * n >> 16);
}

/* The same pictures each time: how long one takes, in cycles, rank 0's figure. */
static uint64_t pictures(int count, const struct draw_added *costs)
{
	struct draw_added these = *costs;
	uint64_t begin, all = 0;

	these.apart = true;
	for (int i = 0; i < count; i++) {
		drawn.view[0] = i * 12 - 54;
		drawn.view[1] = 30 - i * 7;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		begin = weft_cycles();
		draw(FIBERS, &these);
		all += bench_max(weft_cycles() - begin);
	}
	return all / (uint32_t)count;
}

/* The scene of the seed, and a first picture. */
static void scene_setup(uint32_t lines)
{
	drawn = (struct scene){.edge = EDGE,
			       .width = WIDTH,
			       .height = HEIGHT,
			       .iso = 110,
			       .spheres = RANDOM_SPHERES};
	for (int i = 0; i < RANDOM_SPHERES; i++) {
		drawn.sphere[i] = (struct sphere){
			random_below(EDGE),     random_below(EDGE),
			random_below(EDGE),     4 + random_below(EDGE / 4),
			200 + random_below(56),
		};
	}
	draw_setup(&drawn, 0, lines);
	pictures(1, &paths[0].added);
}

static void scene_row(const char *metric, const char *unit, uint64_t value,
		      const char *params)
{
	bench_row("dirt", metric, unit, value,
		  "profile=uln,brick=%u,fibers=%u,%s,seed=%s", (unsigned)BRICK,
		  (unsigned)FIBERS, params, bench_arg("seed", "1"));
}

#endif
