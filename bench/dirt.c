/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 env=WEFT_TICK_US=0 args=table=B
 *             o=table=B */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=1 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=2 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=3 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=4 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=5 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=6 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=7 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=8 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=9 */
/* weft-bench: boards=scc-sim cores=32 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,seed=10 */
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
 *
 * One picture of one scene shows little: who asks whom, and when, hangs on it.  So with seed=n
 * it is ten pictures of a scene of random spheres, seen from ten sides, on the thesis' own node;
 * its figures are the mean of the seeds.  half_speed_at: how much more each message may cost,
 * to send or to receive (what_if=), until two pictures take twice as long (its section 8.3).
 */
/* clang-format off: those with variables of the file last */
#include "examples/dirt/scene.c"
#include "examples/dirt/trace.c"
#include "examples/dirt/bricks.c"
#include "examples/dirt/draw.c"
/* clang-format on */

#include <stdlib.h>

#include "common.h"

enum {
	CACHE = 16,
	MOST_FIBERS = 8,
	USUAL = 4, /* fibers */
	FRAMES = 10,
	FEW = 2,
	FAR_US = 20,
	RANDOM_SPHERES = 10,
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
			  "table=B,fibers=%u,path=%s,cores=%u", (unsigned)fibers,
			  path, (unsigned)weft_size());
		bench_row("dirt", "misses", "", (uint64_t)misses * 1000,
			  "table=B,fibers=%u,path=%s,cores=%u", (unsigned)fibers,
			  path, (unsigned)weft_size());
	}
}

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

static void random_scene(void)
{
	uint32_t wide = (uint32_t)drawn.edge;

	drawn.spheres = RANDOM_SPHERES;
	for (int i = 0; i < RANDOM_SPHERES; i++) {
		drawn.sphere[i] = (struct sphere){
			random_below(wide),	random_below(wide),
			random_below(wide),	4 + random_below(wide / 4),
			200 + random_below(56),
		};
	}
}

/* The same pictures each time: how long one takes, in cycles, rank 0's figure. */
static uint64_t pictures(int count, const struct draw_added *costs)
{
	uint64_t begin, all = 0;

	for (int i = 0; i < count; i++) {
		drawn.view[0] = i * 12 - 54;
		drawn.view[1] = 30 - i * 7;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		begin = weft_cycles();
		draw(USUAL, costs);
		all += bench_max(weft_cycles() - begin);
	}
	return all / (uint32_t)count;
}

/* The cost, in ns, that makes it take twice as long: between two whole us. */
static uint64_t half_speed_at(uint64_t alone, const struct draw_added *unit)
{
	uint64_t before = alone, now = alone;
	uint32_t us = 0, twice = 0;

	while (!twice) {
		struct draw_added costs;

		us++;
		costs = (struct draw_added){unit->send * us, unit->receive * us,
					    unit->wake * us};
		before = now;
		now = pictures(FEW, &costs);
		twice = now >= 2 * alone || us == FAR_US;
		need(weft_bcast(&twice, sizeof(twice), 0, WEFT_WORLD, WEFT_FOREVER));
	}
	return weft_rank() || now == before
		       ? 0
		       : us * 1000 - (now - 2 * alone) * 1000 / (now - before);
}

static void seeded(void)
{
	static const struct {
		const char *name;
		struct draw_added unit;
	} costs[] = {{"send", {1, 0, 0}}, {"receive", {0, 1, 0}}};
	const char *seed = bench_arg("seed", "1");
	uint64_t alone;

	drawn.edge = 64;
	drawn.width = 96;
	drawn.height = 64;
	random_scene();
	draw_setup(&drawn, 0, CACHE);
	run(USUAL, NULL, &paths[0].added);
	for (uint32_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		uint64_t cycles = pictures(FRAMES, &paths[i].added);

		bench_row("dirt", "time", "us", bench_ns(cycles),
			  "profile=uln,fibers=%u,path=%s,seed=%s",
			  (unsigned)USUAL, paths[i].name, seed);
	}
	alone = pictures(FEW, &paths[0].added);
	for (uint32_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++) {
		uint64_t ns = half_speed_at(alone, &costs[i].unit);

		bench_row("dirt", "half_speed_at", "us", ns,
			  "profile=uln,what_if=%s,seed=%s", costs[i].name,
			  seed);
	}
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	if (!scene_parse(&drawn, text, sizeof(text) - 1)) {
		weft_panic("a bad scene");
	}
	if (bench_arg("seed", NULL)) {
		seeded();
		return 0;
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
