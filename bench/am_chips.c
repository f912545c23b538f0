/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=32x1
 *             o=chips=32+link=latency:8000,mbps:31 */
/*
 * SAMPLE, CON, EM3D and the Fourier transform on 32 cores of chips that are joined by links
 * (docs/links.md) of the published rate and about its latency: four chips of eight cores, and
 * 32 of one (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, table 7.8: four
 * multiprocessors, and 32 workstations).
 */
#include "examples/am_connect.h"
#include "examples/am_em3d.h"
#include "examples/am_fft.h"
#include "examples/am_sample.h"

#include "common.h"

enum {
	POINTS = 128, /* squared */
};

static struct sample sorted;
static struct connect connected = {.side = 24, .dims = 3, .edges = 25};
static struct em3d field = {.n = 960, .degree = 10, .remote = 40};
static struct transpose points;

static void measure(const char *kernel, void (*run)(void))
{
	uint64_t enter, leave;

	amk_barrier();
	enter = weft_cycles();
	run();
	leave = weft_cycles();
	amk_barrier();
	enter = bench_max(enter);
	leave = bench_max(leave);
	bench_row("am_chips", "time", "us", bench_ns(leave - enter),
		  "table=%s,kernel=%s,chips=%s", bench_arg("table", "B"),
		  kernel, bench_arg("chips", "4x8"));
}

static void sort(void)
{
	sample_run(&sorted);
}

static void join(void)
{
	connect_run(&connected);
}

static void step(void)
{
	em3d_run(&field, 1);
}

static void transform(void)
{
	fft_run(&points);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	sample_endpoint(&sorted);
	amk_begin("poll");
	sample_open(&sorted, 12288);
	measure("sample", sort);
	sample_close(&sorted);
	connect_open(&connected);
	measure("components_3d", join);
	amk_close(0, connected.there);
	free(connected.segment.memory);
	points.by = BY_BLOCK;
	transpose_open(&points, POINTS);
	fft_fill(&points);
	measure("fft", transform);
	transpose_close(&points);
	em3d_open(&field);
	step(); /* so that all paths are warm */
	measure("em3d", step);
	return 0;
}
