/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=A o=table=A */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=W,most=192
   o=set=flag_put_ns:205,flag_wait_ns:500 */
/*
 * Broadcast, measured as the published figures were: root 0, private DRAM to
 * private DRAM, from the root's call until the last core returns, a fresh (so
 * uncached) place each time.  All cores are in the call when the root enters it.
 *
 * Table A is the published model, B the chip.  W is B with two named costs, the
 * same for all algorithms: a flag written by a put, as the model has it (0.205 us
 * more than our store), and 0.5 us for every completed wait for a flag, a fit.
 * Of the six published latencies three come near by them: docs/simulator.md.
 *
 * Published were 10 000 calls, the first 1000 dropped.  Time here repeats
 * exactly, so 10 calls after 2 dropped do (up to 192 lines), 3 after 1 (up to
 * 2048), else 1 after 1.  The dropped ones are checked byte by byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	MB = 1 << 20,
	TINY_CALLS = 128,
	RING = 4 * MB /* much more than any cache keeps */
};

static struct weft_bcast_algorithm named;
static const struct weft_bcast_algorithm *algorithm;
static int chosen(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast(data, bytes, root, WEFT_WORLD, within);
}

static const struct weft_bcast_algorithm automatic = {"auto", chosen, 0};
static uint32_t degree; /* of OC-Bcast; 0: another algorithm */
static char name[64];
static unsigned long most; /* lines */
static uint8_t *ring;
static size_t at;

static uint8_t *fresh(size_t bytes)
{
	bytes = (bytes + LINE - 1) / LINE * LINE;
	if (at + bytes > RING) {
		at = 0;
	}
	at += bytes;
	return ring + at - bytes;
}

static uint8_t pattern(size_t i, uint32_t key)
{
	return (uint8_t)(i ^ i >> 8 ^ key);
}

/*
 * Returns nanoseconds at rank 0.  Inline, with k a constant 0 or not: between the two
 * looks at the clock there is nothing but the call.
 */
static inline __attribute__((always_inline)) uint64_t
timed(size_t bytes, bool checked, uint32_t k)
{
	int (*bcast)(void *data, size_t size, weft_rank_t root,
		     weft_us_t within) = algorithm->bcast;
	uint8_t *data = fresh(bytes);
	uint64_t start, end;
	int error;

	for (size_t i = 0; checked && i < bytes; i++) {
		data[i] = weft_rank() == 0 ? pattern(i, (uint32_t)bytes) : 0;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(10);
	}
	start = weft_cycles();
	error = k ? weft_bcast_ocbcast(data, bytes, 0, k, WEFT_FOREVER)
		  : bcast(data, bytes, 0, WEFT_FOREVER);
	end = bench_max(weft_cycles());
	if (error) {
		weft_panic("the broadcast failed");
	}
	for (size_t i = 0; checked && i < bytes; i++) {
		if (data[i] != pattern(i, (uint32_t)bytes)) {
			weft_panic("the broadcast brought something else");
		}
	}
	return weft_rank() == 0 ? bench_ns(end - start) : 0;
}

static uint64_t once(size_t bytes, bool checked)
{
	uint32_t k = degree;

	if (k > 0) {
		return timed(bytes, checked, k);
	}
	return timed(bytes, checked, 0);
}

/*
 * The mean of so many calls.  Of tiny ones as many as any ring of slots has, twice,
 * so that the barriers between its turns are in the mean.
 */
static uint64_t mean(size_t bytes)
{
	uint32_t count = bytes < LINE           ? TINY_CALLS
			 : bytes <= 192 * LINE  ? 10
			 : bytes <= 2048 * LINE ? 3
						: 1;
	uint32_t dropped = bytes <= 192 * LINE ? 2 : 1;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < dropped; i++) {
		once(bytes, true);
	}
	for (uint32_t i = 0; i < count; i++) {
		sum += once(bytes, false);
	}
	return sum / count;
}

static void measure(uint32_t lines)
{
	uint64_t bytes = (uint64_t)lines * LINE, ns = mean(bytes);

	if (weft_rank() != 0) {
		return;
	}
	bench_row("bcast", "latency", "us", ns, "%s,lines=%u", name,
		  (unsigned)lines);
	bench_row("bcast", "throughput", "MB/s", bytes * 1000000 / ns,
		  "%s,lines=%u", name, (unsigned)lines);
}

/* Calls one after another, without the barriers that are between others here. */
static void measure_in_a_row(uint32_t bytes)
{
	uint8_t *data = fresh(bytes);
	uint64_t start;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	for (uint32_t i = 0; i < TINY_CALLS; i++) {
		if (degree ? weft_bcast_ocbcast(data, bytes, 0, degree,
						WEFT_FOREVER)
			   : algorithm->bcast(data, bytes, 0, WEFT_FOREVER)) {
			weft_panic("the broadcast failed");
		}
	}
	start = bench_max(weft_cycles()) - start;
	bench_row("bcast", "interval", "us", bench_ns(start) / TINY_CALLS,
		  "%s,bytes=%u", name, (unsigned)bytes);
}

static void measure_tiny(uint32_t bytes)
{
	bench_row("bcast", "latency", "us", mean(bytes), "%s,bytes=%u", name,
		  (unsigned)bytes);
}

static void measure_all(void)
{
	static const uint32_t lines[] = {1,   8,   16,  32,   64,   96,   97,
					 128, 192, 512, 2048, 8192, 32768};

	measure_tiny(4);
	measure_tiny(28);
	measure_in_a_row(28);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]) &&
			   lines[i] <= most && !algorithm->most;
	     i++) {
		measure(lines[i]);
	}
}

int main(int argc, char **argv)
{
	static const uint32_t degrees[] = {2, 7, 47};
	const char *table;

	bench_setup(argc, argv);
	table = bench_arg("table", "B");
	most = strtoul(bench_arg("most", "32768"), NULL, 10);
	ring = malloc(RING);
	if (!ring) {
		weft_panic("no memory");
	}
	algorithm = &automatic;
	for (size_t i = 0; i < sizeof(degrees) / sizeof(degrees[0]); i++) {
		degree = degrees[i];
		sprintf(name, "table=%s,algo=ocbcast,k=%u", table,
			(unsigned)degree);
		measure_all();
	}
	degree = 0;
	algorithm = &automatic;
	sprintf(name, "table=%s,algo=auto", table);
	measure_all();
	algorithm = &named;
	for (uint32_t i = 0; weft_bcast_algorithm(i, &named); i++) {
		if (strcmp(algorithm->name, "ocbcast") != 0) {
			sprintf(name, "table=%s,algo=%s", table,
				algorithm->name);
			measure_all();
		}
	}
	return 0;
}
