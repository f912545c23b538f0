/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,8,16,32,48 args=table=B,via=poll o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,via=irq o=table=B */
/*
 * Kernels on Active Messages whose messages depend on the data: SAMPLE, the sort of 12288
 * keys; CON, the components of two lattices, of 96 by 96 nodes with 40 % of all edges, where
 * they are small, and of 24 by 24 by 24 with 25 %, where one has most of the nodes. From
 * when the last core enters until the last one leaves.  Messages are those of a core, of
 * all kinds: the mean, the least and the most.
 */
#include "examples/am_connect.h"
#include "examples/am_sample.h"

#include "am_timed.h"

static struct sample sorted;
static struct connect connected;

static void row(const char *kernel, const char *metric, const char *unit,
		uint64_t thousandths)
{
	bench_row("am_kernel", metric, unit, thousandths,
		  "table=%s,via=%s,kernel=%s,cores=%u", bench_arg("table", "B"),
		  bench_arg("via", "poll"), kernel, (unsigned)amk_cores);
}

static uint64_t of_all(uint32_t mine, const struct weft_op *op)
{
	uint32_t all = 0;

	need(weft_allreduce(&mine, &all, 1, op, WEFT_WORLD, WEFT_FOREVER));
	return (uint64_t)all * 1000;
}

static void measure(const char *kernel, void (*run)(void))
{
	uint64_t cycles;
	uint32_t messages;

	amk_traffic = (struct amk_traffic){0};
	cycles = am_timed(run);
	messages = amk_traffic.shorts + amk_traffic.gets + amk_traffic.atomics;
	row(kernel, "time", "us", bench_ns(cycles));
	row(kernel, "short", "messages",
	    of_all(messages, &weft_sum_uint32) / amk_cores);
	row(kernel, "short_least", "messages",
	    of_all(messages, &weft_min_uint32));
	row(kernel, "short_most", "messages",
	    of_all(messages, &weft_max_uint32));
	row(kernel, "bulk", "messages",
	    of_all(amk_traffic.bulks, &weft_sum_uint32) / amk_cores);
}

static void sort_run(void)
{
	sample_run(&sorted);
}

static void components_run(void)
{
	connect_run(&connected);
}

static void components(const char *kernel, uint32_t dims, uint32_t side,
		       uint32_t edges)
{
	connected =
		(struct connect){.side = side, .dims = dims, .edges = edges};
	connect_open(&connected);
	measure(kernel, components_run);
	amk_close(0, connected.there);
	free(connected.segment.memory);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	sample_endpoint(&sorted);
	amk_begin(bench_arg("via", "poll"));
	sample_open(&sorted, 12288);
	measure("sample", sort_run);
	sample_close(&sorted);
	components("components_2d", 2, 96, 40);
	components("components_3d", 3, 24, 25);
	return 0;
}
