// SPDX-License-Identifier: Apache-2.0
/*
 * NVIDIA's own barrier of all blocks, grid.sync of cooperative groups, started by weft's
 * loader: a figure to set beside weft's.  Compiled by nvcc, where there is one.
 */
#include <cooperative_groups.h>
#include <stdint.h>

#include "arch/gpu/layout.h"

enum {
	DROPPED = 16,
	SHIFT = 10,
	COUNT = 1 << SHIFT,
	DIGITS = 20,
};

static __device__ uint64_t now()
{
	uint64_t t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
	return t;
}

static __device__ void say(struct gpu_console *to, const char *text)
{
	for (; *text; text++) {
		to->ring[to->written++ % GPU_RING_BYTES] = *text;
	}
}

static __device__ void say_number(struct gpu_console *to, uint32_t n)
{
	char digits[DIGITS];
	int i = DIGITS - 1;

	digits[i] = 0;
	do {
		digits[--i] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	say(to, digits + i);
}

extern "C" __global__ void weft_kernel(struct gpu_run *run)
{
	cooperative_groups::grid_group all = cooperative_groups::this_grid();
	struct gpu_console *console = (struct gpu_console *)run->console;
	uint64_t start = 0;

	for (int i = 0; i < DROPPED + COUNT; i++) {
		if (i == DROPPED) {
			start = now();
		}
		all.sync();
	}
	if (blockIdx.x == 0) {
		uint64_t ns = now() - start;

		say(console, "[0] weft-row: gpu\tcores=");
		say_number(console, run->count);
		say(console, ",op=grid_sync,bytes=0\ttime\t");
		say_number(console, (uint32_t)(ns >> SHIFT));
		say(console, ".0\tns\nweft: end code=0\n");
		__threadfence_system();
		*(volatile uint32_t *)&console->verdict = 1;
	}
}
