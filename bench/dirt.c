/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 env=WEFT_TICK_US=0 args=table=B
 *             o=table=B */
/*
 * The ray tracer of examples/dirt on a scene that does not depend on the number of cores, from
 * when the last core enters until the last one leaves: by fibers a core; and with costs added
 * to each message (dirt_paths.h).  dirt_uln.c has it on the thesis' own node.
 */
#include "dirt_paths.h"

enum {
	CACHE = 16,
	MOST_FIBERS = 8,
	USUAL = 4, /* fibers */
};

static const char text[] = "volume 32\nimage 64 48\niso 110\nview 50 -30\n"
			   "sphere 16 16 18 12 200\nsphere 8 9 8 7 220\n"
			   "sphere 24 10 12 6 250\nsphere 25 24 20 8 180\n"
			   "sphere 7 24 14 6 230\nsphere 14 4 24 5 255\n";

static struct scene drawn;

static void run(uint32_t fibers, const struct path *path)
{
	uint64_t begin;
	uint32_t misses = brick_counts.misses;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	begin = weft_cycles();
	draw(fibers, path ? &path->added : &paths[0].added);
	begin = bench_max(weft_cycles() - begin);
	misses = (uint32_t)bench_max(brick_counts.misses - misses);
	if (path) {
		bench_row("dirt", "time", "us", bench_ns(begin),
			  "table=B,fibers=%u,path=%s,cores=%u",
			  (unsigned)fibers, path->name, (unsigned)weft_size());
		bench_row("dirt", "misses", "", (uint64_t)misses * 1000,
			  "table=B,fibers=%u,path=%s,cores=%u",
			  (unsigned)fibers, path->name, (unsigned)weft_size());
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	if (!scene_parse(&drawn, text, sizeof(text) - 1)) {
		weft_panic("a bad scene");
	}
	draw_setup(&drawn, 0, CACHE);
	run(USUAL, NULL); /* so that all paths are warm */
	for (uint32_t n = 1; n <= MOST_FIBERS; n *= 2) {
		run(n, &paths[0]);
	}
	for (uint32_t i = 1; i < PATHS; i++) {
		run(USUAL, &paths[i]);
	}
	return 0;
}
