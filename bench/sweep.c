/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B,step=8,calls=6 o=table=B */
/* weft-bench: boards=scc-sim cores=128,255 args=table=B,step=16,calls=4 o=table=B */
/* weft-bench: boards=scc-sim cores=2-300 args=counts=1,calls=4 row=steps o=table=B */
/*
 * Broadcasts of all sizes up to 4 KB, to find holes between those that others measure: from the
 * root's call until the last core returns, as in bench/bcast.c.  `worst` is the most that a size
 * takes, beside the least that any larger one takes: 1.03 is noise, more is a hole; `worst_at`
 * is that size.  With counts=1 some sizes, for tools/bench to compare numbers of cores.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	FIRST = 4,
	SIZES = 1025,
	RING = 1 << 20
};

static uint8_t *ring;
static size_t place;

static uint64_t once(size_t bytes)
{
	size_t room = (bytes + LINE - 1) / LINE * LINE;
	uint64_t start, end;

	place = place + room > RING ? 0 : place;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_idle(weft_rank() == 0 ? 20 : 0);
	start = weft_cycles();
	if (weft_bcast(ring + place, bytes, 0, WEFT_WORLD, WEFT_FOREVER)) {
		weft_panic("the broadcast failed");
	}
	end = bench_max(weft_cycles());
	place += room;
	return weft_rank() == 0 ? end - start : 0;
}

static uint64_t mean(size_t bytes, uint32_t calls)
{
	uint64_t sum = 0;

	once(bytes);
	for (uint32_t i = 0; i < calls; i++) {
		sum += once(bytes);
	}
	return bench_ns(sum) / calls;
}

/* Sizes on both sides of where the way changes, for each number of cores. */
static void sweep_counts(uint32_t calls)
{
	static const uint16_t sizes[] = {8,   28,  32,   56,   84,
					 256, 512, 1024, 2048, 4096};

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		bench_row("sweep", "latency", "us", mean(sizes[i], calls),
			  "cores=%u,bytes=%u", (unsigned)weft_size(),
			  (unsigned)sizes[i]);
	}
}

static void sweep_sizes(uint32_t calls)
{
	uint32_t step = (uint32_t)strtoul(bench_arg("step", "4"), NULL, 10);
	uint32_t most = (uint32_t)strtoul(bench_arg("most", "4096"), NULL, 10);
	uint64_t *ns = malloc(SIZES * sizeof(*ns)), least = UINT64_MAX;
	uint64_t worst = 0;
	uint32_t n = 0, at = 0;
	unsigned cores = weft_size();

	if (!ns || step < FIRST || most / step >= SIZES) {
		weft_panic("no memory, or too many sizes");
	}
	for (uint32_t bytes = step; bytes <= most; bytes += step) {
		ns[n++] = mean(bytes, calls);
	}
	while (weft_rank() == 0 && n-- > 0) {
		least = ns[n] < least ? ns[n] : least;
		if (ns[n] * 1000 / least > worst) {
			worst = ns[n] * 1000 / least;
			at = (n + 1) * step;
		}
	}
	bench_row("sweep", "worst", "x", worst, "cores=%u,step=%u", cores,
		  (unsigned)step);
	bench_row("sweep", "worst_at", "bytes", UINT64_C(1000) * at,
		  "cores=%u,step=%u", cores, (unsigned)step);
	for (uint32_t bytes = 32; bytes <= 84; bytes += bytes == 32 ? 24 : 28) {
		bench_row("sweep", "latency", "us", mean(bytes, 2 * calls),
			  "cores=%u,bytes=%u", cores, (unsigned)bytes);
	}
	bench_row("sweep", "latency", "us", mean(1024, calls),
		  "cores=%u,bytes=1024", cores);
}

int main(int argc, char **argv)
{
	uint32_t calls;

	bench_setup(argc, argv);
	calls = (uint32_t)strtoul(bench_arg("calls", "2"), NULL, 10);
	ring = malloc(RING);
	if (!ring) {
		weft_panic("no memory");
	}
	if (*bench_arg("counts", "0") == '1') {
		sweep_counts(calls);
	} else {
		sweep_sizes(calls);
	}
	return 0;
}
