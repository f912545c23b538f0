/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48,17 args=most=65536 */
/* weft-bench: boards=scc-sim cores=128 args=most=3072,calls=2 */
/*
 * Where the choice changes, and whether it is the right one: every broadcast that
 * weft_bcast may take, and weft_bcast, over sizes between those of bench/bcast.c
 * and over made-up larger chips.  root 0, as in bench/bcast.c; best/auto is 1 where
 * nothing is faster than what is chosen.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	RING = 1 << 20 /* much more than any cache keeps */
};

static int chosen(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast(data, bytes, root, WEFT_WORLD, within);
}

static const struct weft_bcast_algorithm automatic = {"auto", chosen, 0};

static uint8_t *ring;
static size_t at;

/* Two-sided ones never come near; others cannot serve so many cores. */
static bool may_win(const struct weft_bcast_algorithm *a)
{
	return strcmp(a->name, "binomial") != 0 &&
	       strcmp(a->name, "scatter_allgather") != 0 &&
	       a->bcast(ring, 0, 0, WEFT_FOREVER) != WEFT_ERR_LIMIT;
}

static uint64_t once(const struct weft_bcast_algorithm *a, size_t bytes)
{
	size_t room = (bytes + LINE - 1) / LINE * LINE;
	uint64_t start, end;
	int error;

	at = at + room > RING ? 0 : at;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
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
		struct weft_bcast_algorithm a;
		uint64_t ns, best = UINT64_MAX;

		if (sizes[i] > most) {
			break;
		}
		ns = mean(&automatic, sizes[i], calls);
		for (uint32_t j = 0; weft_bcast_algorithm(j, &a); j++) {
			uint64_t other =
				may_win(&a) ? mean(&a, sizes[i], calls) : 0;

			best = other > 0 && other < best ? other : best;
		}
		if (weft_rank() == 0) {
			bench_row("choice", "best/auto", "x", best * 1000 / ns,
				  "cores=%u,bytes=%u", (unsigned)weft_size(),
				  (unsigned)sizes[i]);
		}
	}
	return 0;
}
