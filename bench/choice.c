/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48,17 args=most=65536 */
/* weft-bench: boards=scc-sim cores=128 args=most=3072,calls=2 */
/*
 * Where the choice changes, and whether it is the right one: every broadcast that
 * weft_bcast may take, and weft_bcast, over sizes between those of bench/bcast.c
 * and over made-up larger chips.  root 0, as in bench/bcast.c; best/auto is 1 where
 * nothing is faster than what is chosen.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	RING = 1 << 20 /* much more than any cache keeps */
};

static int ocbcast(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast_ocbcast(data, bytes, root, 7, within);
}

static const struct weft_bcast_algorithm every[] = {
	{"auto", weft_bcast, 0},
	{"ocbcast", ocbcast, 0},
	{"striped", weft_bcast_striped, 0},
	{"tiny_pull", weft_bcast_tiny_pull, 28},
};

static uint8_t *ring;
static size_t at;

static uint64_t once(const struct weft_bcast_algorithm *a, size_t bytes)
{
	size_t room = (bytes + LINE - 1) / LINE * LINE;
	uint64_t start, end;
	int error;

	at = at + room > RING ? 0 : at;
	weft_barrier(WEFT_FOREVER);
	bench_idle(weft_rank() == 0 ? 20 : 0);
	start = weft_cycles();
	error = a->bcast(ring + at, bytes, 0, WEFT_FOREVER);
	end = bench_max(weft_cycles());
	if (error) {
		weft_panic(a->name);
	}
	at += room;
	return weft_rank() == 0 ? end - start : 0;
}

static uint64_t mean(const struct weft_bcast_algorithm *a, size_t bytes,
		     uint32_t calls)
{
	uint64_t sum = 0;

	if (a->most > 0 && bytes > a->most) {
		return 0;
	}
	once(a, bytes);
	for (uint32_t i = 0; i < calls; i++) {
		sum += once(a, bytes);
	}
	sum = bench_ns(sum) / calls;
	bench_row("choice", "latency", "us", sum, "cores=%u,algo=%s,bytes=%u",
		  (unsigned)weft_size(), a->name, (unsigned)bytes);
	return sum;
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {4,    28,   29,   64,    128,
					 256,  512,  1024, 3072,  3104,
					 6144, 6176, 8192, 16384, 65536};
	uint32_t most, calls;

	bench_setup(argc, argv);
	most = (uint32_t)strtoul(bench_arg("most", "65536"), NULL, 10);
	calls = (uint32_t)strtoul(bench_arg("calls", "4"), NULL, 10);
	ring = malloc(RING);
	if (!ring) {
		weft_panic("no memory");
	}
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		uint64_t chosen, best = UINT64_MAX;

		if (sizes[i] > most) {
			break;
		}
		chosen = mean(&every[0], sizes[i], calls);
		for (uint32_t j = 1; j < sizeof(every) / sizeof(every[0]);
		     j++) {
			uint64_t ns = mean(&every[j], sizes[i], calls);

			best = ns > 0 && ns < best ? ns : best;
		}
		if (weft_rank() == 0) {
			bench_row("choice", "best/auto", "x",
				  best * 1000 / chosen, "cores=%u,bytes=%u",
				  (unsigned)weft_size(), (unsigned)sizes[i]);
		}
	}
	return 0;
}
