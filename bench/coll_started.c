/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * Started collectives, of all cores: barrier, a sum of one word to all, a scan of one;
 * blocks of `bytes` each; and sums and scans of `bytes` in words; root 0.
 *
 * latency: from when the last core starts it until the last one has its result by
 * weft_wait.  Mean of ten, after three that are dropped.
 *
 * overlap: share of its speed that a computation keeps which calls weft only to start one
 * of them in about every `us` of it, start included; the slowest core's.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "coll.h"

enum {
	DROPPED = 3,
	COUNT = 10,
	LONG = 4096,     /* bytes of a block; none is longer, */
	LONGEST = 65536, /* and nothing else than this */
};

static uint32_t mine, sum, bytes;
static char *from, *to;

static int barrier(struct weft_request *request)
{
	return weft_barrier_start(WEFT_WORLD, request);
}

static int allreduce(struct weft_request *request)
{
	return weft_allreduce_start(&mine, &sum, 1, &weft_sum_uint32,
				    WEFT_WORLD, request);
}

static int scan(struct weft_request *request)
{
	return weft_scan_start(&mine, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
			       request);
}

static int gather(struct weft_request *request)
{
	return weft_gather_start(from, to, bytes, 0, WEFT_WORLD, request);
}

static int scatter(struct weft_request *request)
{
	return weft_scatter_start(from, to, bytes, 0, WEFT_WORLD, request);
}

static int allgather(struct weft_request *request)
{
	return weft_allgather_start(from, to, bytes, WEFT_WORLD, request);
}

static int alltoall(struct weft_request *request)
{
	return weft_alltoall_start(from, to, bytes, WEFT_WORLD, request);
}

static int bcast_long(struct weft_request *request)
{
	return weft_bcast_start(from, bytes, 0, WEFT_WORLD, request);
}

static int reduce_long(struct weft_request *request)
{
	return weft_reduce_start(from, to, bytes / sizeof(mine),
				 &weft_sum_uint32, 0, WEFT_WORLD, request);
}

static int allreduce_long(struct weft_request *request)
{
	return weft_allreduce_start(from, to, bytes / sizeof(mine),
				    &weft_sum_uint32, WEFT_WORLD, request);
}

static int scan_long(struct weft_request *request)
{
	return weft_scan_start(from, to, bytes / sizeof(mine), &weft_sum_uint32,
			       WEFT_WORLD, request);
}

/* Whole words for each, of that many bytes. */
static int reduce_scatter(struct weft_request *request)
{
	return weft_reduce_scatter_start(
		from, to, bytes / sizeof(mine) / weft_size(), NULL,
		&weft_sum_uint32, WEFT_WORLD, request);
}

static const struct op {
	const char *name;
	int (*start)(struct weft_request *request);
	uint32_t bytes;
} ops[] = {
	{"allreduce", allreduce, 4},
	{"barrier", barrier, 0},
	{"scan", scan, 4},
	{"gather", gather, 32},
	{"gather", gather, LONG},
	{"scatter", scatter, 32},
	{"scatter", scatter, LONG},
	{"allgather", allgather, 32},
	{"allgather", allgather, LONG},
	{"alltoall", alltoall, 32},
	{"alltoall", alltoall, LONG},
	{"bcast", bcast_long, LONG},
	{"bcast", bcast_long, LONGEST},
	{"reduce", reduce_long, LONG},
	{"allreduce", allreduce_long, LONG},
	{"allreduce", allreduce_long, LONGEST},
	{"scan", scan_long, LONG},
	{"reduce_scatter", reduce_scatter, LONG},
	{"reduce_scatter", reduce_scatter, LONGEST},
};
static const struct op *op;

static void start(struct weft_request *request)
{
	need(op->start(request));
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

static void latency(void)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < DROPPED + COUNT; i++) {
		uint64_t ns = coll_once(start_and_wait);

		all += i < DROPPED ? 0 : ns;
	}
	bench_row("coll", "latency", "us", all / COUNT,
		  "table=%s,op=%s,cores=%u,bytes=%u,algo=started",
		  bench_arg("table", "B"), op->name, (unsigned)weft_size(),
		  (unsigned)op->bytes);
}

/* `steps` of work in each of some slices, about `us`. */
static void overlap(uint32_t slices, uint32_t steps, uint32_t us)
{
	struct weft_request request;
	uint32_t result = weft_rank() + 1;
	uint64_t begin = weft_cycles(), alone, kept = 0;

	for (uint32_t i = 0; i < slices; i++) {
		result = work(result, steps);
	}
	alone = weft_cycles() - begin;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < slices; i++) {
		begin = weft_cycles();
		start(&request);
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
		  bench_arg("table", "B"), op->name, (unsigned)weft_size(),
		  (unsigned)op->bytes, (unsigned)us);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	from = calloc(weft_size() + LONGEST / LONG, LONG);
	to = calloc(weft_size() + LONGEST / LONG, LONG);
	if (!from || !to) {
		weft_panic("no memory");
	}
	for (op = ops; op < ops + sizeof(ops) / sizeof(ops[0]); op++) {
		bytes = op->bytes;
		latency();
		if (op->bytes >= LONG) {
			overlap(2, 500000, 10000);
		} else {
			overlap(20, 5000, 100);
			overlap(10, 50000, 1000);
		}
	}
	return 0;
}
