/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 o=software=free args=op=get,target=0 */
/* weft-bench: boards=scc-sim cores=48 o=software=free args=op=get,target=30 */
/* weft-bench: boards=scc-sim cores=48 o=software=free args=op=put,target=0 */
/* weft-bench: boards=scc-sim cores=48 o=software=free args=op=put,target=30 */
/* weft-bench: boards=scc-sim cores=48 o=software=free args=op=link */
/*
 * Many cores at one MPB: each of `readers` cores gets 128 lines of it, or puts
 * one line into it, again and again for a while.  Rows are the mean, the fastest
 * and the slowest core's time of one copy.  Who takes part is chosen at random,
 * always alike.
 *
 * op=link: the 24 cores of the right half get 128 lines from different cores in
 * one row of the left half, so that all lines come over one link.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	LINE = 32,
	LINES_MOST = 128,
	MIDDLE = 3, /* column */
	ROW = 1
};

static uint32_t area, order[64];
static const char *op;

/* Fisher and Yates; the numbers are those of a small linear generator. */
static void shuffle(uint32_t count)
{
	uint32_t random = 1;

	for (uint32_t i = 0; i < count; i++) {
		order[i] = i;
	}
	for (uint32_t i = count - 1; i > 0; i--) {
		uint32_t other, kept = order[i];

		random = random * 1664525 + 1013904223;
		other = (random >> 16) % (i + 1);
		order[i] = order[other];
		order[other] = kept;
	}
}

/* Average nanoseconds of one copy, over some time. */
static uint64_t average(uint32_t target, bool get)
{
	uint64_t start = weft_cycles(), now = start;
	uint64_t until = start + weft_cycles_in_us(get ? 1000 : 100);
	uint32_t times = 0;

	for (; now < until; times++) {
		if (get) {
			weft_copy(weft_at(weft_rank(), area),
				  weft_at(target, area), LINES_MOST * LINE);
		} else {
			weft_copy(weft_at(target, area + weft_rank() * LINE),
				  weft_at(weft_rank(), area), LINE);
		}
		weft_quiet();
		now = weft_cycles();
	}
	return bench_ns(now - start) / times;
}

static uint64_t sum_of(uint64_t mine)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < weft_size(); i++) {
		sum += bench_max(weft_rank() == i ? mine : 0);
	}
	return sum;
}

static void measure(bool takes_part, uint32_t readers, uint32_t target,
		    const char *params)
{
	uint64_t mine = 0, least, most, sum;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (takes_part) {
		mine = average(target, strcmp(op, "put") != 0);
	}
	most = bench_max(mine);
	least = ~bench_max(mine ? ~mine : 0);
	sum = sum_of(mine);
	bench_row("contend", "mean", "us", sum / readers, "op=%s,%sreaders=%u",
		  op, params, (unsigned)readers);
	bench_row("contend", "min", "us", least, "op=%s,%sreaders=%u", op,
		  params, (unsigned)readers);
	bench_row("contend", "max", "us", most, "op=%s,%sreaders=%u", op,
		  params, (unsigned)readers);
}

static void measure_link(void)
{
	uint32_t sources[64], count = 0, readers = 0, mine = 0;
	bool reads = false;

	for (uint32_t r = 0; r < weft_size(); r++) {
		struct weft_coords at = weft_coords(r);

		if (at.x < MIDDLE && at.y == ROW) {
			sources[count++] = r;
		}
	}
	for (uint32_t r = 0; r < weft_size() && count; r++) {
		if (weft_coords(r).x < MIDDLE) {
			continue;
		}
		if (r == weft_rank()) {
			reads = true;
			mine = sources[readers % count];
		}
		readers++;
	}
	measure(reads, readers, mine, "");
}

int main(int argc, char **argv)
{
	const char *target_arg;
	uint32_t target;
	char params[32] = "target=";

	bench_setup(argc, argv);
	op = bench_arg("op", "get");
	target_arg = bench_arg("target", "0");
	target = (uint32_t)atoi(target_arg);
	strcat(strncat(params, target_arg, 8), ",");
	if (target >= weft_size() || weft_size() > 64 ||
	    weft_mpb_alloc(LINES_MOST * LINE, &area)) {
		weft_panic("no such target, too many cores, or no MPB space");
	}
	if (strcmp(op, "link") == 0) {
		measure_link();
		return 0;
	}
	shuffle(weft_size());
	for (uint32_t n = 1; n <= weft_size(); n += n < 8 ? 1 : 4) {
		bool takes_part = false;

		for (uint32_t i = 0; i < n; i++) {
			takes_part |= order[i] == weft_rank();
		}
		measure(takes_part, n, target, params);
	}
	return 0;
}
