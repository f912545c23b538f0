/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 */
/*
 * What the published model says of OC-Bcast (D. Petrovic, thesis 6552, EPFL, 2015, formulas 4.13
 * to 4.16), for any number of cores, any k and any number of lines: no run, but its formulas.  All
 * distances are 1, and nothing contends, as in table A of bench/bcast.c.
 *
 * A chunk goes down `levels` of the tree of data; on each a core tells its k children by a
 * binary tree.  In a row of chunks one comes out of the tree in each turn of the slowest core: one
 * in the middle, or, where there is none, a leaf or the root.
 */
#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	CHUNK = 96, /* lines */

	/* Nanoseconds. */
	L_HOP = 5,
	MPB = 126 + 2 * L_HOP, /* read or write a line of an MPB */
	W_MEM = 461 + 2 * L_HOP,
	R_MEM = 208 + 2 * L_HOP,
	O_PUT_MPB = 69,
	O_GET_MPB = 330,
	O_PUT_MEM = 190,
	O_GET_MEM = 95,
	PUT_FLAG = O_PUT_MPB + 2 * MPB,
	LAND_FLAG = PUT_FLAG - L_HOP
};

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t put_mem(uint64_t m)
{
	return O_PUT_MEM + m * (R_MEM + MPB);
}

static uint64_t get_mpb(uint64_t m)
{
	return O_GET_MPB + m * 2 * MPB;
}

static uint64_t get_mem(uint64_t m)
{
	return O_GET_MEM + m * (MPB + W_MEM);
}

/* To k children, by a binary tree of them. */
static uint64_t notify(uint32_t k)
{
	uint32_t rounds = 0;

	while (1u << rounds < k) {
		rounds++;
	}
	return rounds * (PUT_FLAG + LAND_FLAG + MPB);
}

/* Of a tree of p cores of which each has k children, the root's among them. */
static uint32_t levels(uint64_t p, uint64_t k)
{
	uint64_t cores = 1, width = 1;
	uint32_t found = 1;

	for (; cores < p; found++) {
		width *= k;
		cores += width;
	}
	return found;
}

/* A chunk, until the last leaf has it in its memory. */
static uint64_t down(uint32_t p, uint32_t k, uint64_t m)
{
	uint64_t middle = get_mpb(m) + PUT_FLAG + notify(k);
	uint64_t leaf = get_mpb(m) + PUT_FLAG + get_mem(m);

	return put_mem(m) + notify(k) + (levels(p, k) - 2) * middle +
	       larger(leaf, get_mem(m) + k * MPB);
}

/* From one chunk to the next. */
static uint64_t turn(uint32_t p, uint32_t k, uint64_t m)
{
	if (levels(p, k) > 2) {
		return k * MPB + MPB + get_mpb(m) + 3 * PUT_FLAG + get_mem(m);
	}
	return larger(k * MPB + put_mem(m) + PUT_FLAG,
		      MPB + get_mpb(m) + PUT_FLAG + get_mem(m));
}

static uint64_t model(uint32_t p, uint32_t k, uint32_t lines)
{
	uint32_t first = lines < CHUNK ? lines : CHUNK;
	uint64_t ns = down(p, k, first);

	for (uint32_t left = lines - first; left > 0;) {
		uint32_t m = left < CHUNK ? left : CHUNK;

		ns += turn(p, k, m);
		left -= m;
	}
	return ns;
}

static void row(uint32_t p, uint32_t k, uint32_t lines)
{
	uint64_t ns = model(p, k, lines);

	bench_row("bcast", "latency", "us", ns,
		  "algo=ocbcast,model,cores=%u,k=%u,lines=%u", (unsigned)p,
		  (unsigned)k, (unsigned)lines);
	bench_row("bcast", "throughput", "MB/s",
		  (uint64_t)lines * LINE * 1000000 / ns,
		  "algo=ocbcast,model,cores=%u,k=%u,lines=%u", (unsigned)p,
		  (unsigned)k, (unsigned)lines);
}

int main(int argc, char **argv)
{
	static const uint32_t cores[] = {8, 48, 128, 512, 1024, 4096},
			      degrees[] = {2, 3, 7, 15, 47},
			      lines[] = {1,   8,   32,  64,   96,   97,
					 128, 192, 512, 2048, 8192, 32768};

	bench_setup(argc, argv);
	for (uint32_t p = 0; p < 6; p++) {
		for (uint32_t k = 0; k < 5; k++) {
			for (uint32_t m = 0; m < 12; m++) {
				if (degrees[k] < cores[p]) {
					row(cores[p], degrees[k], lines[m]);
				}
			}
		}
	}
	return 0;
}
