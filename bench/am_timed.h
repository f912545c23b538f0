/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles from when the last core enters until the last one leaves; rank 0's figure. */
#ifndef BENCH_AM_TIMED_H
#define BENCH_AM_TIMED_H

#include "examples/amkernel.h"

#include "common.h"

static inline uint64_t am_timed(void (*run)(void))
{
	uint64_t enter, leave;

	amk_barrier();
	enter = weft_cycles();
	run();
	leave = weft_cycles();
	amk_barrier();
	enter = bench_max(enter);
	leave = bench_max(leave);
	return leave - enter;
}

#endif
