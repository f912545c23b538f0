/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 env=WEFT_TICK_US=0 args=table=B
 *             o=table=B */
/*
 * The ray tracer of examples/dirt on a scene that does not depend on the number of cores, from
 * when the last core enters until the last one leaves: by fibers a core; and with costs added
 * to each message, those of an operating system as M. A. Parker's thesis models them (Utah
 * 2013, section 8.4), in us:
 *
 *   user      none: user-level notification
 *   interrupt 1 to wake who has asked: a user-level network interface, an interrupt by the
 *             kernel and a signal; `interrupt2` 2
 *   kernel    1 to send, 1 to receive, 1 to wake: all by the kernel
 */
/* clang-format off: those with variables of the file last */
#include "examples/dirt/scene.c"
#include "examples/dirt/trace.c"
#include "examples/dirt/bricks.c"
#include "examples/dirt/draw.c"
/* clang-format on */

#include "common.h"

enum {
	CACHE = 16,
	MOST_FIBERS = 8,
	USUAL = 4, /* fibers */
};

static const char text[] = "volume 32\nimage 64 48\niso 110\nview 50 -30\n"
			   "sphere 16 16 18 12 200\nsphere 8 9 8 7 220\n"
			   "sphere 24 10 12 6 250\nsphere 25 24 20 8 180\n"
			   "sphere 7 24 14 6 230\nsphere 14 4 24 5 255\n";

static const struct {
	const char *name;
	struct draw_added added;
} paths[] = {
	{"user", {0, 0, 0}},
	{"interrupt", {0, 0, 1}},
	{"interrupt2", {0, 0, 2}},
	{"kernel", {1, 1, 1}},
};

static struct scene drawn;

static void run(uint32_t fibers, const char *path,
		const struct draw_added *costs)
{
	uint64_t begin;
	uint32_t misses = brick_counts.misses;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	begin = weft_cycles();
	draw(fibers, costs);
	begin = bench_max(weft_cycles() - begin);
	misses = (uint32_t)bench_max(brick_counts.misses - misses);
	if (path) {
		bench_row("dirt", "time", "us", bench_ns(begin),
			  "table=B,fibers=%u,path=%s", (unsigned)fibers, path);
		bench_row("dirt", "misses", "", (uint64_t)misses * 1000,
			  "table=B,fibers=%u,path=%s", (unsigned)fibers, path);
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	if (!scene_parse(&drawn, text, sizeof(text) - 1)) {
		weft_panic("a bad scene");
	}
	draw_setup(&drawn, 0, CACHE);
	run(USUAL, NULL, &paths[0].added); /* so that all paths are warm */
	for (uint32_t n = 1; n <= MOST_FIBERS; n *= 2) {
		run(n, paths[0].name, &paths[0].added);
	}
	for (uint32_t i = 1; i < sizeof(paths) / sizeof(paths[0]); i++) {
		run(USUAL, paths[i].name, &paths[i].added);
	}
	return 0;
}
