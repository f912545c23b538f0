/* SPDX-License-Identifier: Apache-2.0 */
/* What benches of collectives share. */
#ifndef BENCH_COLL_H
#define BENCH_COLL_H

#include <stdint.h>

#include <weft/weft.h>

#include "common.h"

static inline void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

/* From when the last core enters until the last one leaves, in ns; rank 0's result. */
static inline uint64_t coll_once(void (*algo)(void))
{
	uint64_t enter, leave;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	enter = weft_cycles();
	algo();
	leave = weft_cycles();
	enter = bench_max(enter);
	leave = bench_max(leave);
	return bench_ns(leave - enter);
}

/* The lower half of the cores, or the upper one: that with this core.  Collective. */
static inline struct weft_team *coll_half(void)
{
	struct weft_team *half = WEFT_NO_TEAM;

	need(weft_team_split(WEFT_WORLD, weft_rank() >= weft_size() / 2, 0,
			     &half, WEFT_FOREVER));
	return half;
}

#endif
