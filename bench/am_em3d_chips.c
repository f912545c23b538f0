/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=32x1
 *             o=chips=32+link=latency:8000,mbps:31 */
/*
 * EM3D on 32 cores in a grid of 4 by 2 by 4, in which remote edges come from the six
 * neighbours (where a core has fewer, from itself): on four chips of eight cores and on 32
 * of one, as bench/am_chips.c has them.  A chip's part of the grid is 2 by 1 by 4 cores
 * (layout=naive) or 2 by 2 by 2 (layout=good; S. Lumetta, "Multi-Protocol Communication",
 * Berkeley 1998, sections 5.3.3 and 7.3, tables 7.8 and 7.10).
 *
 *   time       of a step
 *   imbalance  time of the slowest core to that of the fastest, without barriers
 *   remote     edges that come from other chips of four, in per cent
 */
#include "examples/am_em3d.h"

#include "am_timed.h"

enum {
	CORES = 32,
	SIDE_X = 4,
	SIDE_Y = 2,
	SIDE_Z = 4,
	DIRECTIONS = 6,
	STEPS = 2,
};

static struct em3d m = {.n = 960, .degree = 10, .remote = 40};
static bool good;

struct place {
	uint32_t x, y, z;
};

/* Ranks of a chip follow each other; chips are two by two. */
static struct place place_of(uint32_t core)
{
	uint32_t chip = core >> 3, in = core & 7;

	return good ? (struct place){2 * (chip & 1) + (in & 1), in >> 1 & 1,
				     2 * (chip >> 1) + (in >> 2)}
		    : (struct place){2 * (chip & 1) + (in & 1), chip >> 1,
				     in >> 1};
}

static uint32_t core_at(struct place at)
{
	uint32_t high = good ? at.z >> 1 : at.y;
	uint32_t in = good ? (at.y << 1) + ((at.z & 1) << 2) : at.z << 1;

	return ((high << 1) + (at.x >> 1)) * 8 + in + (at.x & 1);
}

static uint32_t neighbour(uint32_t core, uint32_t random)
{
	static const struct place side = {SIDE_X, SIDE_Y, SIDE_Z};
	uint32_t direction = random % DIRECTIONS;
	uint32_t by = direction & 1 ? 1 : UINT32_MAX;
	struct place at = place_of(core);

	at.x += direction >> 1 == 0 ? by : 0;
	at.y += direction >> 1 == 1 ? by : 0;
	at.z += direction >> 1 == 2 ? by : 0;
	return at.x < side.x && at.y < side.y && at.z < side.z ? core_at(at)
							       : core;
}

static void row(const char *metric, const char *unit, uint64_t thousandths)
{
	bench_row("am_em3d", metric, unit, thousandths, "layout=%s,chips=%s",
		  good ? "good" : "naive", bench_arg("chips", "4x8"));
}

static void step(void)
{
	em3d_run(&m, 1);
}

static uint64_t remote(void)
{
	uint32_t mine[2] = {0},
		 all[2]; /* from other chips, and from anywhere */

	for (uint32_t i = 0; i < 2; i++) {
		for (uint32_t j = 0; j < m.kind[i].pushes; j++) {
			mine[0] += m.kind[i].push[j].core >> 3 != amk_me >> 3;
		}
		mine[1] += m.kind[i].pushes;
	}
	need(weft_allreduce(mine, all, 2, &weft_sum_uint32, WEFT_WORLD,
			    WEFT_FOREVER));
	return all[0] * UINT64_C(100000) / all[1];
}

static void measure(bool layout)
{
	uint64_t time, least;

	good = layout;
	em3d_open(&m);
	step(); /* so that all paths are warm */
	m.cycles = 0;
	time = am_timed(step);
	row("time", "us", bench_ns(time));
	least = UINT32_MAX - bench_max(UINT32_MAX - m.cycles);
	row("imbalance", "times", bench_max(m.cycles) * 1000 / least);
	row("remote", "%", remote());
	if (em3d_wrong(&m, STEPS)) {
		weft_panic("em3d");
	}
	em3d_close(&m);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	m.near = neighbour;
	amk_begin("poll");
	if (amk_cores != CORES) {
		weft_panic("the grid is of 32 cores");
	}
	measure(false);
	measure(true);
	return 0;
}
