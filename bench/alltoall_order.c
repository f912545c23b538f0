/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * All-to-all in different orders: from when the last core enters until the last one
 * leaves.
 *
 * order=latin           weft_alltoall
 * order=naive           all send to core 0, then all to core 1, and so on, by weft_gather
 * order=..,access=1     blocks of a line by one get each out of all other MPBs, with no wait:
 *                       beginning behind itself, all alike, or each core at random
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "coll.h"

enum {
	LONG = 4096,
	LINE = 32,
	CORES = 256, /* at most */
};

static uint8_t *from, *to;
static uint32_t bytes, place, cores, me;

static uint8_t *block(uint8_t *base, uint32_t i)
{
	return base + (size_t)i * bytes;
}

static void by_schedule(void)
{
	need(weft_alltoall(from, to, bytes, WEFT_WORLD, WEFT_FOREVER));
}

static void in_turns(void)
{
	for (uint32_t root = 0; root < cores; root++) {
		need(weft_gather(block(from, root), to, bytes, root, WEFT_WORLD,
				 WEFT_FOREVER));
	}
}

static uint32_t turn[CORES];

static void get_lines(void)
{
	for (uint32_t i = 0; i < cores; i++) {
		weft_get(block(to, turn[i]), weft_at(turn[i], place), bytes);
	}
}

static void measure(const char *what, void (*algo)(void))
{
	coll_once(algo); /* what it has in its caches then, it has again */
	bench_row("coll", "latency", "us", coll_once(algo),
		  "table=%s,op=alltoall,cores=%u,bytes=%u,%s",
		  bench_arg("table", "B"), (unsigned)cores, (unsigned)bytes,
		  what);
}

static void order(const char *name)
{
	uint32_t seed = me + 1;

	for (uint32_t i = 0; i < cores; i++) {
		turn[i] = name[0] == 'l' ? (me + i) % cores : i;
	}
	for (uint32_t i = cores; name[0] == 'r' && i-- > 1;) {
		uint32_t j, kept = turn[i];

		seed = seed * 1664525 + 1013904223;
		j = (seed >> 16) % (i + 1);
		turn[i] = turn[j];
		turn[j] = kept;
	}
}

static void orders(void)
{
	bytes = LINE;
	order("latin");
	measure("order=latin,access=1", get_lines);
	order("random");
	measure("order=random,access=1", get_lines);
	order("naive");
	measure("order=naive,access=1", get_lines);
	measure("order=latin", by_schedule);
	measure("order=naive", in_turns);
	bytes = LONG;
	measure("order=latin", by_schedule);
	measure("order=naive", in_turns);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	from = calloc(cores, LONG);
	to = calloc(cores, LONG);
	if (!from || !to || cores > CORES) {
		weft_panic("no memory");
	}
	need(weft_mpb_alloc(LINE, &place));
	orders();
	return 0;
}
