/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=epiphany-emu cores=16 mode=ordered */
/*
 * Collectives out of and into a core's own memory, in cycles (bench/chip_mean.h).  Sums
 * are of 32-bit integers; `bytes` is what a core gives, for all-to-all to each other one.
 * Root 0.
 */
#include <weft/weft.h>

#include "bench/chip_mean.h"
#include "bench/common.h"

enum {
	CORES = 16,
	MOST = 128,
};

static uint32_t from[CORES * MOST / 4], to[CORES * MOST / 4];

static void reduce(uint32_t bytes)
{
	weft_reduce(from, to, bytes / 4, &weft_sum_uint32, 0, WEFT_WORLD,
		    WEFT_FOREVER);
}

static void allreduce(uint32_t bytes)
{
	weft_allreduce(from, to, bytes / 4, &weft_sum_uint32, WEFT_WORLD,
		       WEFT_FOREVER);
}

static void gather(uint32_t bytes)
{
	weft_gather(from, to, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

static void scatter(uint32_t bytes)
{
	weft_scatter(from, to, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

static void allgather(uint32_t bytes)
{
	weft_allgather(from, to, bytes, WEFT_WORLD, WEFT_FOREVER);
}

static void alltoall(uint32_t bytes)
{
	weft_alltoall(from, to, bytes, WEFT_WORLD, WEFT_FOREVER);
}

static const struct {
	const char *name;
	chip_call *call;
} calls[] = {
	{"reduce", reduce},   {"allreduce", allreduce}, {"gather", gather},
	{"scatter", scatter}, {"allgather", allgather}, {"alltoall", alltoall},
};

int main(int argc, char **argv)
{
	static const uint16_t sizes[] = {4, 32, MOST};

	bench_setup(argc, argv);
	for (uint32_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		for (uint32_t j = 0; j < sizeof(sizes) / sizeof(sizes[0]);
		     j++) {
			bench_row("coll", "latency", "cycles",
				  chip_mean(calls[i].call, sizes[j]),
				  "op=%s,cores=%u,bytes=%u,algo=auto",
				  calls[i].name, (unsigned)weft_size(),
				  (unsigned)sizes[j]);
		}
	}
	return 0;
}
