/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,3,4,8,16,24,32,40,48 args=table=B o=table=B */
/* weft-bench: boards=scc-sim cores=512,2048 args=table=B,count=2 o=table=B
 * mode=fast */
/* weft-bench: boards=scc-sim cores=1024 args=table=B,count=2 o=table=B+mesh=32x32
 * mode=fast */
/*
 * Barriers: from when the last core enters until the last one leaves, all
 * entering as close together as another barrier lets them.  Mean of `count`, 10,
 * after 2 that are dropped.
 *
 * algo=limit is no barrier but what none can go below: where all cores' flags fit
 * in a line, one write of a flag and one look at it, the same core's; else, since
 * no core can take in all flags with one look, twice that.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "common.h"

enum {
	DROPPED = 2
};

static uint32_t flag;

static void row(const char *name, uint64_t ns)
{
	bench_row("barrier", "latency", "us", ns, "table=%s,algo=%s,cores=%u",
		  bench_arg("table", "B"), name, (unsigned)weft_size());
}

static int limit(weft_us_t within)
{
	uint32_t flags_of_a_line = ARCH_LINE / ARCH_FLAG_STRIDE;
	int times = weft_size() <= flags_of_a_line ? 1 : 2;

	(void)within;
	for (int i = 0; i < times; i++) {
		arch_flag_write(weft_rank(), flag, 1);
		arch_flag_read(weft_rank(), flag);
	}
	return WEFT_OK;
}

static uint64_t once(int (*barrier)(weft_us_t within))
{
	uint64_t enter, leave;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	enter = weft_cycles();
	if (barrier ? barrier(WEFT_FOREVER)
		    : weft_barrier(WEFT_WORLD, WEFT_FOREVER)) {
		weft_panic("the barrier failed");
	}
	leave = weft_cycles();
	enter = bench_max(enter);
	leave = bench_max(leave);
	return bench_ns(leave - enter);
}

static void measure(const char *name, int (*barrier)(weft_us_t within))
{
	int count = atoi(bench_arg("count", "10"));
	uint64_t sum = 0;

	for (int n = -DROPPED; n < count; n++) {
		uint64_t one = once(barrier);

		sum += n < 0 ? 0 : one;
	}
	row(name, sum / (unsigned)count);
}

int main(int argc, char **argv)
{
	struct weft_barrier_algorithm a;

	bench_setup(argc, argv);
	if (weft_flags_alloc(1, &flag)) {
		weft_panic("no MPB space");
	}
	for (uint32_t i = 0; weft_barrier_algorithm(i, &a); i++) {
		if (weft_size() <= 1024 || strcmp(a.name, "central") != 0) {
			measure(a.name, a.barrier);
		}
	}
	measure("auto", NULL); /* the one that is chosen */
	measure("limit", limit);
	return 0;
}
