/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,3,4,8,16,24,32,40,48 args=table=B o=table=B */
/*
 * Barriers: from when the last core enters until the last one leaves, all
 * entering as close together as another barrier lets them.  Mean of 10 after 2
 * that are dropped.
 */
#include <weft/weft.h>

#include "common.h"

enum {
	DROPPED = 2,
	COUNT = 10
};

static const struct {
	const char *name;
	int (*barrier)(weft_us_t within);
} barriers[] = {
	{"central", weft_barrier_central},
	{"tree", weft_barrier_tree},
	{"dissemination", weft_barrier_dissemination},
};

static uint64_t once(int (*barrier)(weft_us_t within))
{
	uint64_t enter, leave;

	weft_barrier(WEFT_FOREVER);
	enter = weft_cycles();
	if (barrier(WEFT_FOREVER)) {
		weft_panic("the barrier failed");
	}
	leave = weft_cycles();
	enter = bench_max(enter);
	leave = bench_max(leave);
	return bench_ns(leave - enter);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	for (size_t i = 0; i < sizeof(barriers) / sizeof(barriers[0]); i++) {
		uint64_t sum = 0;

		for (int n = -DROPPED; n < COUNT; n++) {
			uint64_t one = once(barriers[i].barrier);

			sum += n < 0 ? 0 : one;
		}
		bench_row("barrier", "latency", "us", sum / COUNT,
			  "table=%s,algo=%s,cores=%u", bench_arg("table", "B"),
			  barriers[i].name, (unsigned)weft_size());
	}
	return 0;
}
