/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=1 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=2 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=3 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=4 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=5 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=6 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=7 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=8 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=9 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=10 */
/*
 * The ray tracer with the published bricks on the published node (dirt_scene.h), by paths (M. A.
 * Parker's thesis, Utah 2013, section 8.4); bench/dirt_what_if.c has its other experiments.
 *
 * hits: how many reads of others' bricks find them in the core's cache, in %.
 */
#define DIRT_BRICK 12
#include "dirt_scene.h"

enum {
	CACHE = 1
};

static void hits(void)
{
	uint32_t mine[] = {brick_counts.hits,
			   brick_counts.reads - brick_counts.local};
	uint32_t all[2];

	need(weft_allreduce(mine, all, 2, &weft_sum_uint32, WEFT_WORLD,
			    WEFT_FOREVER));
	scene_row("hits", "%", all[0] * 100000ull / all[1], "path=user");
}

static void by_paths(void)
{
	brick_counts = (struct brick_counts){0};
	for (uint32_t i = 0; i < PATHS; i++) {
		char text[48];

		snprintf(text, sizeof(text), "path=%s", paths[i].name);
		scene_row("time", "us",
			  bench_ns(pictures(FRAMES, &paths[i].added)), text);
		if (i == 0) {
			hits();
		}
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	scene_setup(CACHE);
	by_paths();
	return 0;
}
