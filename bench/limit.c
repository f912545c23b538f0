/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=A o=table=A */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * What no broadcast can beat, from this chip's own puts and gets.
 *
 * Throughput: every core but the root has to read each line from some MPB, the
 * nearest is one router away, and to write it to its own memory; the slowest core
 * decides.  The time of a line is the difference between long and short gets, so no
 * call is in it.
 *
 * Latency: the root has to put a line, from memory, and somebody has to get it,
 * into memory; then come the other lines.  One call of each is in it, and no word
 * that says that the line is there.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	SHORT = 4, /* lines */
	LONG = 20,
	TINY = 28,
	FRESH = 1 << 19, /* twice what any cache keeps */
};

static uint32_t area;
static uint8_t *memory, *fresh;

/* Cycles of a get of so many lines from my own MPB: one router away. */
static uint64_t get(uint32_t lines)
{
	uint64_t start;

	fresh += LONG * LINE;
	start = weft_cycles();
	weft_get(fresh, weft_at(weft_rank(), area), lines * LINE);
	return weft_cycles() - start;
}

/* Cycles until a put of a few bytes is where others can see it. */
static uint64_t put(uint32_t bytes)
{
	uint64_t start;

	fresh += LONG * LINE;
	start = weft_cycles();
	weft_put(weft_at(weft_rank(), area), fresh, bytes);
	weft_quiet();
	return weft_cycles() - start;
}

/* Of both cores of a tile one after the other: nobody is in another's way. */
static uint64_t in_turn(uint64_t (*operation)(uint32_t), uint32_t n)
{
	uint64_t cycles = 0;

	for (uint32_t turn = 0; turn < 2; turn++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		bench_idle(10);
		if ((weft_rank() & 1) == turn) {
			cycles = operation(n);
		}
	}
	return cycles;
}

static uint64_t least(uint64_t mine)
{
	return UINT64_MAX - bench_max(UINT64_MAX - mine);
}

int main(int argc, char **argv)
{
	static const uint32_t lines[] = {1,   8,   16,  32,   64,   96,
					 128, 192, 512, 2048, 8192, 32768};
	const char *table;
	uint64_t ends, line;

	bench_setup(argc, argv);
	table = bench_arg("table", "B");
	memory = malloc(FRESH);
	if (!memory || weft_mpb_alloc(LONG * LINE, &area)) {
		weft_panic("no memory");
	}
	fresh = memory;
	line = bench_ns(bench_max(in_turn(get, LONG) - in_turn(get, SHORT)));
	ends = bench_ns(least(in_turn(put, TINY)) + least(in_turn(get, 1)));
	if (weft_rank() != 0) {
		return 0;
	}
	bench_row("bcast", "latency", "us", ends,
		  "table=%s,algo=limit,bytes=%d", table, TINY);
	for (uint32_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		uint64_t rest = line * (lines[i] - 1) / (LONG - SHORT);
		uint64_t bytes = (uint64_t)lines[i] * LINE;

		bench_row("bcast", "latency", "us", ends + rest,
			  "table=%s,algo=limit,lines=%u", table,
			  (unsigned)lines[i]);
		bench_row("bcast", "throughput", "MB/s",
			  bytes * 1000000 / (ends + rest),
			  "table=%s,algo=limit,lines=%u", table,
			  (unsigned)lines[i]);
	}
	return 0;
}
