/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives on a small chip: how long one takes until the last core has it. */
#ifndef BENCH_CHIP_MEAN_H
#define BENCH_CHIP_MEAN_H

#include <stdint.h>

#include <weft/weft.h>

enum {
	CHIP_DROPPED = 2,
	CHIP_SHIFT = 2,
	CHIP_COUNT = 1 << CHIP_SHIFT,
};

typedef void chip_call(uint32_t bytes);

/* With a barrier, in thousandths of a cycle. */
static inline uint64_t chip_with_barrier(chip_call *call, uint32_t bytes)
{
	uint64_t start = 0;

	for (int n = -CHIP_DROPPED; n < CHIP_COUNT; n++) {
		if (n == 0) {
			start = weft_cycles();
		}
		call(bytes);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ((weft_cycles() - start) * 1000) >> CHIP_SHIFT;
}

static inline void chip_nothing(uint32_t bytes)
{
	(void)bytes;
}

/*
 * Mean of 4 after 2 that are dropped: a call and a barrier, less what such a barrier takes, in
 * thousandths of a cycle.
 */
static inline uint64_t chip_mean(chip_call *call, uint32_t bytes)
{
	uint64_t all = chip_with_barrier(call, bytes);

	return all - chip_with_barrier(chip_nothing, 0);
}

#endif
