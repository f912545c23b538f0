/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * BSPlib: supersteps of a ring, in which each process puts 16 words into both of its neighbours,
 * that end for all (sync=all) or with those two (sync=neighbours).  Means of 50.
 *
 * op=ring    nothing else
 * op=uneven  before that each process computes for 0 to 20 us, at random
 */
#include <bsp_neighbours.h>
#include <weft/weft.h>

#include "bsp_rows.h"

enum {
	STEPS = 50,
	WORDS = 16,
	MOST_ADDITIONS = 2500, /* 20 us of the SCC's cores */
};

static uint32_t area[2][WORDS], data[WORDS], state;
static int near[2];

static void compute(bool uneven)
{
	volatile uint32_t result;
	uint32_t sum = state, count;

	count = bsp_draw(&state, uneven ? MOST_ADDITIONS : 0);
	for (uint32_t i = 0; i < count; i++) {
		sum = sum * 5 + i;
	}
	result = sum;
	(void)result;
}

static void step(bool uneven, bool all)
{
	compute(uneven);
	bsp_put(near[0], data, area, sizeof(data), sizeof(data));
	bsp_put(near[1], data, area, 0, sizeof(data));
	if (all) {
		bsp_sync();
	} else {
		bsp_sync_neighbours(near, 2);
	}
}

static void measure(bool uneven, bool all)
{
	uint64_t time;

	state = (uint32_t)bsp_pid() * 2654435761u | 1;
	step(uneven, all);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	time = weft_cycles();
	for (int i = 0; i < STEPS; i++) {
		step(uneven, all);
	}
	time = bench_max(weft_cycles() - time);
	bsp_row("latency", "us", bench_ns(time) / STEPS, "op=%s,sync=%s",
		uneven ? "uneven_ring" : "ring", all ? "all" : "neighbours");
}

int main(int argc, char **argv)
{
	int p, me;

	bench_setup(argc, argv);
	bsp_begin(bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	near[0] = me > 0 ? me - 1 : p - 1;
	near[1] = me + 1 < p ? me + 1 : 0;
	bsp_push_reg(area, sizeof(area));
	bsp_sync();
	for (int i = 0; i < 4; i++) {
		measure(i & 2, i & 1);
	}
	bsp_end();
	return 0;
}
