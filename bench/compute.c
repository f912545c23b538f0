/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=wormhole-emu,blackhole-emu cores=2 mode=ordered */
/* weft-bench: boards=blackhole-emu cores=2 mode=ordered o=interrupts=no args=interrupts=no */
/*
 * What weft_compute_begin and weft_compute_end take while nothing is under way: with
 * a helper (arch/lend.h) to lend the library and to take it back; where interrupts do
 * the helper's work, to note it.  In cycles of rank 0, mean of 16 after 8 that are
 * dropped, less what reading the clock takes.
 */
#include <weft/weft.h>

#include "bench/common.h"

enum {
	DROPPED = 8,
	SHIFT = 4,
	COUNT = 1 << SHIFT,
	TURNS = 500, /* of a loop in memory: the helper has begun by then */
};

static uint64_t begins, ends;

static void compute(void)
{
	static volatile uint32_t work;

	for (uint32_t n = 0; n < TURNS; n++) {
		work += n;
	}
}

/* Between the two a program may not read the clock; that changes nothing of weft's. */
static void once(void)
{
	uint64_t start = weft_cycles(), begun, ended, read;

	weft_compute_begin();
	begun = weft_cycles();
	compute();
	ended = weft_cycles();
	weft_compute_end();
	begins += begun - start;
	ends += weft_cycles() - ended;
	start = weft_cycles();
	read = weft_cycles() - start;
	begins -= read;
	ends -= read;
}

static void row(const char *op, uint64_t sum, const char *interrupts)
{
	bench_row("compute", "latency", "cycles", (sum * 1000) >> SHIFT,
		  "cores=%u,op=%s%s%s", (unsigned)weft_size(), op,
		  *interrupts ? ",interrupts=" : "", interrupts);
}

int main(int argc, char **argv)
{
	const char *interrupts;

	bench_setup(argc, argv);
	interrupts = bench_arg("interrupts", "");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (int n = -DROPPED; weft_rank() == 0 && n < COUNT; n++) {
		if (n == 0) {
			begins = ends = 0;
		}
		once();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	row("begin", begins, interrupts);
	row("end", ends, interrupts);
	return 0;
}
