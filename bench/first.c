/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48,128,512,1024 */
/*
 * What comes once in a run: from reset until main has begun, and the first tiny
 * broadcast, whose tables are made in it, beside the second.  A call is timed from the
 * root's until the last core returns; all are in it when the root enters.
 */
#include <weft/weft.h>

#include "common.h"

static uint64_t called(void)
{
	uint64_t word = 0, start, end;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(1);
	}
	start = weft_cycles();
	if (weft_bcast(&word, sizeof(word), 0, WEFT_WORLD, WEFT_FOREVER)) {
		weft_panic("the broadcast failed");
	}
	end = bench_max(weft_cycles());
	return weft_rank() == 0 ? end - start : 0;
}

int main(int argc, char **argv)
{
	uint64_t booted = weft_cycles(), first, second;
	unsigned cores = weft_size();

	bench_setup(argc, argv);
	first = called();
	second = called();
	booted = bench_max(booted);
	bench_row("first", "to_main", "us", bench_ns(booted), "cores=%u",
		  cores);
	bench_row("first", "first", "us", bench_ns(first), "cores=%u,bytes=8",
		  cores);
	bench_row("first", "second", "us", bench_ns(second), "cores=%u,bytes=8",
		  cores);
	return 0;
}
