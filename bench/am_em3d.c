/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,8,16,32,48 args=table=B,via=poll o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=table=B,via=irq o=table=B */
/*
 * EM3D on Active Messages: 960 nodes of each kind, 10 edges for each, 40 % of them from
 * other cores; a step, after one that is dropped.  Messages are rank 0's.
 */
#include "examples/am_em3d.h"

#include "common.h"

static struct em3d m = {.n = 960, .degree = 10, .remote = 40};

int main(int argc, char **argv)
{
	const char *via;
	uint64_t enter = 0, leave = 0;
	uint32_t before = 0;

	bench_setup(argc, argv);
	via = bench_arg("via", "poll");
	amk_begin(via);
	em3d_open(&m);
	for (int i = 0; i < 2; i++) {
		before = amk_traffic.shorts;
		enter = weft_cycles();
		em3d_run(&m, 1);
		leave = weft_cycles();
	}
	before = amk_traffic.shorts - before;
	enter = bench_max(enter);
	leave = bench_max(leave);
	bench_row("am_em3d", "time", "us", bench_ns(leave - enter),
		  "table=%s,via=%s,cores=%u", bench_arg("table", "B"), via,
		  (unsigned)amk_cores);
	bench_row("am_em3d", "short", "messages", (uint64_t)before * 1000,
		  "table=%s,via=%s,cores=%u", bench_arg("table", "B"), via,
		  (unsigned)amk_cores);
	return 0;
}
