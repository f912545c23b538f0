/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=epiphany-emu cores=16,64 mode=ordered */
/* weft-bench: boards=epiphany-sim cores=16,64 */
/*
 * Broadcasts from rank 0 out of and into a core's own memory, in cycles
 * (bench/chip_mean.h).
 */
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "bench/chip_mean.h"
#include "bench/common.h"

enum {
	MOST = 8192,
	DEGREE = 3,
};

static uint64_t data[MOST / 8];

static void chosen(uint32_t bytes)
{
	weft_bcast(data, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

static void ocbcast(uint32_t bytes)
{
	weft_bcast_ocbcast(data, bytes, 0, DEGREE, WEFT_FOREVER);
}

static void binomial_put(uint32_t bytes)
{
	weft_bcast_binomial_put(data, bytes, 0, WEFT_FOREVER);
}

static void measure(const char *name, chip_call *bcast, uint32_t bytes)
{
	bench_row(name, "latency", "cycles", chip_mean(bcast, bytes),
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
