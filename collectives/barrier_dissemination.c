/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flag r of a core is written by the core 2^r below it (mod P) in round r.  The
 * writer of a flag may be one barrier ahead of its reader, never two: to start
 * the next but one it needs, through the rounds, the reader's own arrival.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/barrier.h"
#include "runtime/arith.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

static uint32_t flags, epoch, rounds;

static ARCH_COLD uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return rt_flag_bytes(arith_log2_ceil(shape->count));
}

static ARCH_COLD void place(const struct rt_shape *shape, uint32_t offset,
			    uint32_t size)
{
	(void)size;
	flags = offset;
	epoch = shape->epoch;
	rounds = arith_log2_ceil(shape->count);
	if (epoch != 0) {
		rt_flags_preset(flags, rounds, epoch);
	}
}

static const struct rt_feature feature = {
	.name = "barrier_dissemination",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

int barrier_until(uint64_t deadline)
{
	uint32_t me = arch_rank(), count = arch_count();

	epoch++;
	RT_TRACE("dissemination barrier", epoch, 0);
	FENCE(barrier_dissemination_quiet, arch_quiet());
	for (uint32_t r = 0; r < rounds; r++) {
		uint32_t step = UINT32_C(1) << r;
		uint32_t to = arith_add_mod(me, step, count);
		uint32_t from = arith_sub_mod(me, step, count);
		int error;

		arch_flag_write(to, rt_flag(flags, r), epoch);
		error = rt_await(rt_flag(flags, r), epoch, deadline, from,
				 "a round of a dissemination barrier");
		if (error) {
			return error;
		}
	}
	return WEFT_OK;
}

int weft_barrier_dissemination(weft_us_t within)
{
	RT_THREAD_ONLY();
	return barrier_until(rt_deadline(within));
}
