/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=epiphany-emu cores=16 mode=ordered */
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
	LEAST = 1024,
	MOST = 8192,
	DEGREE = 3,
};

static uint64_t data[MOST / 8];

/* Thousandths of a cycle; 0 bytes: only the barrier. */
static uint64_t mean(bool push, uint32_t bytes)
{
	uint64_t start = 0;

	for (int n = -DROPPED; n < COUNT; n++) {
		if (n == 0) {
			start = weft_cycles();
		}
		if (bytes && push) {
			weft_bcast_binomial_put(data, bytes, 0, WEFT_FOREVER);
		} else if (bytes) {
			weft_bcast_ocbcast(data, bytes, 0, DEGREE,
					   WEFT_FOREVER);
		}
		weft_barrier(WEFT_FOREVER);
	}
	return ((weft_cycles() - start) * 1000) >> SHIFT;
}

int main(int argc, char **argv)
{
	uint64_t barrier = mean(false, 0);

	bench_setup(argc, argv);
	for (uint32_t bytes = LEAST; bytes <= MOST; bytes <<= 3) {
		uint64_t pulled = mean(false, bytes);

		bench_row("bcast_ocbcast", "latency", "cycles",
			  pulled - barrier, "cores=%u,bytes=%u",
			  (unsigned)weft_size(), (unsigned)bytes);
		bench_row("bcast_binomial_put", "latency", "cycles",
			  mean(true, bytes) - barrier, "cores=%u,bytes=%u",
			  (unsigned)weft_size(), (unsigned)bytes);
	}
	return 0;
}
