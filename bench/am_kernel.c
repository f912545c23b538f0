/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 args=table=B,via=poll o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,via=irq o=table=B */
/*
 * Kernels on Active Messages: a matrix of 192 by 192 words transposed, by words, rows
 * and blocks; the Fourier transform of 16384 numbers, and what of it its three
 * transpositions take.  Each by rounds and, with more than a core, staggered, in naive order and
 * synchronised.
 * From when the last core enters until the last one leaves.  Messages are those of
 * rank 0.  wire_used: what part of what the mesh could carry a transpose of 768 by 768 takes.
 */
#include "examples/am_fft.h"

#include "common.h"

enum {
	MATRIX = 192,
	LARGE = 768,  /* its blocks are of 1 KB on 48 cores */
	POINTS = 128, /* squared */
	CORES = 48,
	/*
	 * The SCC's mesh carries so many MB/s for each core if half of all goes from one
	 * half to the other: twice the 8 links between these, of 12.8 GB/s.
	 */
	WIRE = 4267,
	LINE = 32,
	GROSS = 48, /* a line and its header: sim/profiles/scc.profile */
};

static struct transpose t;
static const char *via;

static const char *const order_name[] = {"staggered", "naive", "round",
					 "synchronised"};

static void row(const char *what, const char *by, const char *metric,
		const char *unit, uint64_t thousandths)
{
	bench_row("am_kernel", metric, unit, thousandths,
		  "table=%s,via=%s,kernel=%s,by=%s,order=%s,cores=%u",
		  bench_arg("table", "B"), via, what, by, order_name[t.order],
		  (unsigned)amk_cores);
}

static void measure(const char *what, const char *by, uint32_t n,
		    void (*kernel)(struct transpose *))
{
	uint64_t enter, leave, part;
	uint32_t shorts = amk_traffic.shorts, bulks = amk_traffic.bulks;

	t.by = transpose_named(by);
	transpose_open(&t, n);
	fft_fill(&t);
	amk_barrier();
	enter = weft_cycles();
	kernel(&t);
	leave = weft_cycles();
	amk_barrier();
	enter = bench_max(enter);
	leave = bench_max(leave);
	part = bench_max(t.cycles);
	row(what, by, "time", "us", bench_ns(leave - enter));
	row(what, by, "transpositions", "us", bench_ns(part));
	row(what, by, "short", "messages",
	    (uint64_t)(amk_traffic.shorts - shorts) * 1000);
	row(what, by, "bulk", "messages",
	    (uint64_t)(amk_traffic.bulks - bulks) * 1000);
	transpose_close(&t); /* forgets the order, too */
}

static void all_orders(const char *what, const char *by, uint32_t n,
		       void (*kernel)(struct transpose *))
{
	static const enum transpose_order orders[] = {ROUND, STAGGERED, NAIVE,
						      SYNCHRONISED};

	for (uint32_t i = 0; i < (amk_cores > 1 ? 4 : 1); i++) {
		t.order = orders[i];
		measure(what, by, n, kernel);
	}
}

/* How much of the mesh a transpose by blocks uses, staggered (its table 4-6). */
static void wires(void)
{
	uint64_t lines, ns;

	t.by = BY_BLOCK;
	t.order = STAGGERED;
	transpose_open(&t, LARGE);
	fft_fill(&t);
	transpose_run(&t);
	ns = bench_ns(bench_max(t.cycles));
	lines = (uint64_t)(t.n - t.rows) * t.rows * sizeof(*t.came) / LINE;
	row("transpose", "block", "wire_used", "%",
	    lines * GROSS * 100000000 / (WIRE * (ns + !ns)));
	transpose_close(&t);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	via = bench_arg("via", "poll");
	amk_begin(via);
	if (amk_cores == CORES) {
		wires();
	}
	all_orders("transpose", "word", MATRIX, transpose_run);
	all_orders("transpose", "row", MATRIX, transpose_run);
	all_orders("transpose", "block", MATRIX, transpose_run);
	all_orders("fft", "word", POINTS, fft_run);
	all_orders("fft", "block", POINTS, fft_run);
	return 0;
}
