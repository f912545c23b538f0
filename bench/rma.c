/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 o=software=free+contention=off+links=off */
/*
 * One-sided copies by rank 0, against the published cost model: until the data
 * are where they belong and, for a put, acknowledged.  DRAM is read and written
 * at a fresh place each time.  The model's constants stand here once more: it is
 * them that the simulator is held against, not its profile.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	LINES_MOST = 128,
	TIMES = 8,

	/* Nanoseconds. */
	L_HOP = 5,
	O_MPB = 126,
	O_W_MEM = 461,
	O_R_MEM = 208,
	O_PUT_MPB = 69,
	O_GET_MPB = 330,
	O_PUT_MEM = 190,
	O_GET_MEM = 95,
	D_MEM = 1 /* core 0 is beside its memory controller */
};

static uint32_t area;
static uint8_t *memory;

static void put_mpb(uint32_t target, uint32_t bytes)
{
	weft_copy(weft_at(target, area), weft_at(0, area), bytes);
}

static void get_mpb(uint32_t target, uint32_t bytes)
{
	weft_copy(weft_at(0, area), weft_at(target, area), bytes);
}

static void put_dram(uint32_t target, uint32_t bytes)
{
	weft_put(weft_at(target, area), memory, bytes);
	memory += bytes;
}

static void get_dram(uint32_t target, uint32_t bytes)
{
	weft_get(memory, weft_at(target, area), bytes);
	memory += bytes;
}

static uint32_t mpb(uint32_t d)
{
	return O_MPB + 2 * d * L_HOP;
}

static uint32_t model_put_mpb(uint32_t m, uint32_t d)
{
	return O_PUT_MPB + m * mpb(1) + m * mpb(d);
}

static uint32_t model_get_mpb(uint32_t m, uint32_t d)
{
	return O_GET_MPB + m * mpb(d) + m * mpb(1);
}

static uint32_t model_put_dram(uint32_t m, uint32_t d)
{
	return O_PUT_MEM + m * (O_R_MEM + 2 * D_MEM * L_HOP) + m * mpb(d);
}

static uint32_t model_get_dram(uint32_t m, uint32_t d)
{
	return O_GET_MEM + m * mpb(d) + m * (O_W_MEM + 2 * D_MEM * L_HOP);
}

static const struct {
	const char *params;
	void (*copy)(uint32_t target, uint32_t bytes);
	uint32_t (*model)(uint32_t lines, uint32_t hops);
} kinds[] = {
	{"op=put,mem=mpb", put_mpb, model_put_mpb},
	{"op=put,mem=dram", put_dram, model_put_dram},
	{"op=get,mem=mpb", get_mpb, model_get_mpb},
	{"op=get,mem=dram", get_dram, model_get_dram},
};

static void measure(size_t kind, uint32_t lines, uint32_t target)
{
	uint32_t hops = weft_hops(0, target);
	uint64_t start;

	weft_quiet();
	start = weft_cycles();
	for (int i = 0; i < TIMES; i++) {
		kinds[kind].copy(target, lines * LINE);
		weft_quiet();
	}
	bench_row("rma", "completion", "us",
		  bench_ns(weft_cycles() - start) / TIMES,
		  "%s,lines=%u,hops=%u", kinds[kind].params, (unsigned)lines,
		  (unsigned)hops);
	bench_row("rma", "model", "us", kinds[kind].model(lines, hops),
		  "%s,lines=%u,hops=%u", kinds[kind].params, (unsigned)lines,
		  (unsigned)hops);
}

/* The first core that is so far from core 0. */
static uint32_t at_distance(uint32_t hops)
{
	uint32_t target = 1;

	while (target < weft_size() - 1 && weft_hops(0, target) != hops) {
		target++;
	}
	return target;
}

int main(int argc, char **argv)
{
	static const uint32_t lines[] = {1, 2, 4, 8, 16, 32, 64, 96, 128};
	uint8_t *base;

	bench_setup(argc, argv);
	base = malloc((size_t)TIMES * LINES_MOST * LINE * 9 * 9 * 2);
	if (!base || weft_mpb_alloc(LINES_MOST * LINE, &area)) {
		weft_panic("no memory");
	}
	memory = base;
	for (size_t kind = 0; kind < 4 && weft_rank() == 0; kind++) {
		for (uint32_t hops = 1; hops <= 9; hops++) {
			for (int i = 0; i < 9; i++) {
				measure(kind, lines[i], at_distance(hops));
			}
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return 0;
}
