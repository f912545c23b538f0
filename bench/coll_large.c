/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48,128,512,1024 */
/*
 * Reductions of 4 KB of 32-bit sums on chips of many cores: from when the last core enters
 * until the last one leaves; the second of two calls.  The sums are checked.  `bytes` is
 * what a core gives.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

static uint32_t *mine, *sum;

static void large_checked(uint32_t n)
{
	uint32_t cores = weft_size(), ranks = cores * (cores - 1) / 2;

	for (uint32_t i = 0; i < n; i++) {
		if (sum[i] != ranks + cores * i) {
			weft_panic("a sum is wrong");
		}
	}
}

static uint64_t large_once(uint32_t n, bool all)
{
	uint64_t start, end;
	int error;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	error = all ? weft_allreduce(mine, sum, n, &weft_sum_uint32, WEFT_WORLD,
				     WEFT_FOREVER)
		    : weft_reduce(mine, sum, n, &weft_sum_uint32, 0, WEFT_WORLD,
				  WEFT_FOREVER);
	end = weft_cycles();
	if (error) {
		weft_panic("a reduction failed");
	}
	if (all || weft_rank() == 0) {
		large_checked(n);
	}
	return bench_max(end) - bench_max(start);
}

int main(int argc, char **argv)
{
	uint32_t bytes, n;

	bench_setup(argc, argv);
	bytes = (uint32_t)strtoul(bench_arg("bytes", "4096"), NULL, 0);
	n = bytes / sizeof(*mine);
	mine = calloc(n, sizeof(*mine));
	sum = calloc(n, sizeof(*sum));
	if (!mine || !sum) {
		weft_panic("no memory");
	}
	for (uint32_t i = 0; i < n; i++) {
		mine[i] = weft_rank() + i;
	}
	for (int all = 0; all < 2; all++) {
		uint64_t ns;

		large_once(n, all);
		ns = bench_ns(large_once(n, all));
		bench_row("coll_large", "latency", "us", ns,
			  "op=%s,cores=%u,bytes=%u",
			  all ? "allreduce" : "reduce", (unsigned)weft_size(),
			  (unsigned)bytes);
	}
	return 0;
}
