/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim-chips cores=96 o=chips=2 */
/* weft-bench: boards=scc-sim-chips cores=192 o=chips=4 */
/* weft-bench: boards=scc-sim-chips cores=768 o=chips=16 */
/*
 * Collectives by all cores of chips that are joined by links (docs/links.md), and what the links
 * alone would take: LATENCY, FRAME for each frame, and a byte a nanosecond.
 *
 *  latency  from when the last core has begun until the last one has ended, of TIMES in a row
 *  limit    broadcast: chips that have the first frame send it on at once to those that have
 *           none, or all bytes leave the root once, whichever takes longer.  Allreduce: each
 *           chip sends each other one its own part, or by parts, so that each sends
 *           2 (n - 1) / n of the bytes, whichever takes less.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/nodes.h"

#include "common.h"

enum {
	MOST = 65536,
	TIMES = 3,
	LATENCY = 5000, /* ns, as the simulator's link has it */
	FRAME = 200,
	FRAME_BYTES = 1024,
	HEADER = 32,
	CHIPS_MOST = 64,
};

static uint32_t from[MOST / 4], to[MOST / 4], n;

/* Until so many bytes have left, in whole frames. */
static uint32_t leaves(uint32_t bytes)
{
	uint32_t frames = (bytes + FRAME_BYTES - 1) / FRAME_BYTES;

	return frames * (FRAME + HEADER) + bytes;
}

/* Chips that have it send it to others, one after another. */
static uint32_t spread(uint32_t one)
{
	uint32_t next[CHIPS_MOST] = {0}, last = 0;

	for (uint32_t have = 1; have < n; have++) {
		uint32_t first = 0;

		for (uint32_t i = 1; i < have; i++) {
			first = next[i] < next[first] ? i : first;
		}
		next[first] += one;
		last = next[have] = next[first] + LATENCY;
	}
	return last;
}

static uint32_t bcast_limit(uint32_t bytes)
{
	uint32_t all = leaves(bytes) + LATENCY;
	uint32_t first =
		spread(leaves(bytes < FRAME_BYTES ? bytes : FRAME_BYTES));

	return n == 1 ? 0 : all > first ? all : first;
}

static uint32_t allreduce_limit(uint32_t bytes)
{
	uint32_t direct = (n - 1) * leaves(bytes) + LATENCY;
	uint32_t parts = 2 * ((n - 1) * leaves(bytes / n) + LATENCY);

	return n == 1 ? 0 : direct < parts ? direct : parts;
}

static void bcast(uint32_t bytes)
{
	weft_bcast(from, bytes, 0, WEFT_WORLD, WEFT_FOREVER);
}

static void allreduce(uint32_t bytes)
{
	weft_allreduce(from, to, bytes / 4, &weft_sum_uint32, WEFT_WORLD,
		       WEFT_FOREVER);
}

static const struct {
	const char *name;
	void (*call)(uint32_t bytes);
	uint32_t (*limit)(uint32_t bytes);
} ops[] = {
	{"bcast", bcast, bcast_limit},
	{"allreduce", allreduce, allreduce_limit},
};

static void row(const char *op, const char *metric, uint32_t bytes, uint64_t ns)
{
	bench_row("chips_coll", metric, "us", ns,
		  "op=%s,bytes=%u,chips=%u,cores=%u", op, (unsigned)bytes,
		  (unsigned)n, (unsigned)weft_size());
}

static uint64_t once(uint32_t op, uint32_t bytes)
{
	uint64_t start, end;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	ops[op].call(bytes);
	end = bench_max(weft_cycles());
	return end - bench_max(start);
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {4, 1024, MOST};
	uint32_t most;

	bench_setup(argc, argv);
	n = arch_nodes();
	most = (uint32_t)strtoul(bench_arg("most", "65536"), NULL, 10);
	for (uint32_t i = 0; i < 3 && sizes[i] <= most; i++) {
		for (uint32_t op = 0; op < 2; op++) {
			uint64_t sum = 0;

			once(op, sizes[i]); /* so that all paths are warm */
			for (uint32_t k = 0; k < TIMES; k++) {
				sum += once(op, sizes[i]);
			}
			row(ops[op].name, "latency", sizes[i],
			    bench_ns(sum) / TIMES);
			row(ops[op].name, "limit", sizes[i],
			    ops[op].limit(sizes[i]));
		}
	}
	return 0;
}
