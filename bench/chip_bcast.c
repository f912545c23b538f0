/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=epiphany-emu cores=16,64 mode=ordered */
/* weft-bench: boards=epiphany-sim cores=16,64 */
/*
 * Broadcasts from rank 0 out of and into a core's own memory, in cycles: a
 * broadcast and a barrier, less what such a barrier takes, so until the last core
 * has it.  Mean of 4 after 2 that are dropped.
 */
#include <weft/weft.h>

#include "bench/common.h"

enum {
	DROPPED = 2,
	SHIFT = 2,
	COUNT = 1 << SHIFT,
	MOST = 8192,
	DEGREE = 3,
};

static uint64_t data[MOST / 8];

static void nothing(uint32_t bytes)
{
	(void)bytes;
}

static void chosen(uint32_t bytes)
{
	weft_bcast(data, bytes, 0, WEFT_FOREVER);
}

static void ocbcast(uint32_t bytes)
{
	weft_bcast_ocbcast(data, bytes, 0, DEGREE, WEFT_FOREVER);
}

static void binomial_put(uint32_t bytes)
{
	weft_bcast_binomial_put(data, bytes, 0, WEFT_FOREVER);
}

/* With a barrier, in thousandths of a cycle. */
static uint64_t mean(void (*bcast)(uint32_t), uint32_t bytes)
{
	uint64_t start = 0;

	for (int n = -DROPPED; n < COUNT; n++) {
		if (n == 0) {
			start = weft_cycles();
		}
		bcast(bytes);
		weft_barrier(WEFT_FOREVER);
	}
	return ((weft_cycles() - start) * 1000) >> SHIFT;
}

static void measure(const char *name, void (*bcast)(uint32_t), uint32_t bytes)
{
	uint64_t all = mean(bcast, bytes);

	bench_row(name, "latency", "cycles", all - mean(nothing, 0),
		  "cores=%u,bytes=%u", (unsigned)weft_size(), (unsigned)bytes);
}

int main(int argc, char **argv)
{
	static const uint16_t sizes[] = {8, 64, 1024, MOST};

	bench_setup(argc, argv);
	for (int i = 0; i < 4; i++) {
		measure("bcast", chosen, sizes[i]);
		measure("bcast_ocbcast", ocbcast, sizes[i]);
		measure("bcast_binomial_put", binomial_put, sizes[i]);
	}
	return 0;
}
