/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=1 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=2 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=3 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=4 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=5 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=6 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=7 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=8 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=9 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=10 */
/*
 * The ray tracer with bricks of 7 by 7 by 7 in place of 12 (M. A. Parker's thesis, Utah 2013,
 * section 8.8), with a cache of about as many bytes.  all=1: with user-level notification, and
 * with replies that resume who has asked, as weft_call's do, that is all of the thesis
 * together (section 8.9).
 */
#define DIRT_BRICK 7
#include "dirt_scene.h"

enum {
	CACHE = 4
};

int main(int argc, char **argv)
{
	uint64_t cycles;

	bench_setup(argc, argv);
	scene_setup(CACHE);
	cycles = pictures(FRAMES, &paths[0].added);
	scene_row("time", "us", bench_ns(cycles), "path=user");
	bench_row("dirt", "time", "us", bench_ns(cycles),
		  "profile=uln,fibers=%u,all=1,seed=%s", (unsigned)FIBERS,
		  bench_arg("seed", "1"));
	return 0;
}
