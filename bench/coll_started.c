/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * Started collectives, of all cores: barrier, and a sum of one word to all.
 *
 * latency: from when the last core starts it until the last one has its result by
 * weft_wait.  Mean of ten, after three that are dropped.
 *
 * overlap: share of its speed that a computation keeps which never calls weft, while
 * one of them is started in about every `us` of it; the slowest core's.
 */
#include <weft/weft.h>

#include "coll.h"

enum {
	DROPPED = 3,
	COUNT = 10,
	SLICES = 20,
};

static uint32_t mine, sum;
static bool barrier;

static void start(struct weft_request *request)
{
	need(barrier ? weft_team_barrier_start(WEFT_TEAM_WORLD, request)
		     : weft_allreduce_start(&mine, &sum, 1, &weft_sum_uint32,
					    WEFT_TEAM_WORLD, request));
}

static void wait(struct weft_request *request)
{
	need(weft_wait(request, WEFT_COMPLETE, WEFT_FOREVER));
}

static uint32_t work(uint32_t x, uint32_t steps)
{
	while (steps-- > 0) {
		x = x * 1664525 + 1013904223;
	}
	return x;
}

static void start_and_wait(void)
{
	struct weft_request request;

	start(&request);
	wait(&request);
}

static const char *name(void)
{
	return barrier ? "barrier" : "allreduce";
}

static void latency(void)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < DROPPED + COUNT; i++) {
		uint64_t ns = coll_once(start_and_wait);

		all += i < DROPPED ? 0 : ns;
	}
	bench_row("coll", "latency", "us", all / COUNT,
		  "table=%s,op=%s,cores=%u,bytes=%u,algo=started",
		  bench_arg("table", "B"), name(), (unsigned)weft_size(),
		  barrier ? 0u : 4u);
}

/* `steps` of work in each slice, about `us`. */
static void overlap(uint32_t steps, uint32_t us)
{
	struct weft_request request;
	uint32_t result = weft_rank() + 1;
	uint64_t begin = weft_cycles(), alone, kept = 0;

	for (uint32_t i = 0; i < SLICES; i++) {
		result = work(result, steps);
	}
	alone = weft_cycles() - begin;
	weft_barrier(WEFT_FOREVER);
	for (uint32_t i = 0; i < SLICES; i++) {
		start(&request);
		begin = weft_cycles();
		result = work(result, steps);
		kept += weft_cycles() - begin;
		wait(&request);
	}
	if (result == 0) {
		weft_panic("the computation went wrong");
	}
	alone = bench_max(alone);
	kept = bench_max(kept);
	bench_row("coll", "overlap", "%",
		  weft_rank() == 0 ? alone * 100000 / kept : 0,
		  "table=%s,op=%s,cores=%u,bytes=%u,algo=started,us=%u",
		  bench_arg("table", "B"), name(), (unsigned)weft_size(),
		  barrier ? 0u : 4u, (unsigned)us);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	for (int i = 0; i < 2; i++) {
		barrier = i == 1;
		latency();
		overlap(5000, 100);
		overlap(50000, 1000);
	}
	return 0;
}
