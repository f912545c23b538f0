/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=1x32
 *             o=chips=1+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=2x16
 *             o=chips=2+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=4x8
 *             o=chips=4+link=latency:8000,mbps:31 */
/* weft-bench: boards=scc-sim-chips cores=32 args=chips=32x1
 *             o=chips=32+link=latency:8000,mbps:31 */
/*
 * SAMPLE, CON, EM3D and the Fourier transform on 32 cores of chips that are joined by links
 * (docs/links.md) of the published rate and about its latency: one chip, two of 16 cores,
 * four of eight, and 32 of one (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998,
 * table 7.8: four multiprocessors, and 32 workstations).
 */
#include "am_four.h"

static void row(const char *kernel, uint64_t cycles)
{
	bench_row("am_chips", "time", "us", bench_ns(cycles),
		  "table=%s,kernel=%s,chips=%s", bench_arg("table", "B"),
		  kernel, bench_arg("chips", "4x8"));
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	four_begin();
	four_kernels(row);
	return 0;
}
