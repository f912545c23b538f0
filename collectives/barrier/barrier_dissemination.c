/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flag r of a core is written by the core 2^r below it (mod P) in round r.  The
 * writer of a flag may be one barrier ahead of its reader, never two: to start
 * the next but one it needs, through the rounds, the reader's own arrival.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barrier.h"
#include "topology/arith.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

static struct {
	uint32_t flags, epoch, me, count;
} own;

static ARCH_COLD uint32_t bytes(const struct rt_run *shape, uint32_t left)
{
	(void)left;
	return rt_flag_bytes(arith_log2_ceil(shape->count));
}

static ARCH_COLD void place(const struct rt_run *shape, uint32_t offset,
			    uint32_t size)
{
	(void)size;
	own.flags = offset;
	own.epoch = shape->epoch;
	own.me = arch_rank();
	own.count = shape->count;
	if (own.epoch != 0) {
		rt_flags_preset(offset, arith_log2_ceil(own.count), own.epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_dissemination",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

int barrier_dissemination(uint64_t deadline)
{
	uint32_t epoch = ++own.epoch, flag = own.flags;

	RT_TRACE("dissemination barrier", epoch, 0);
	FENCE(barrier_dissemination_quiet, arch_quiet());
	for (uint32_t step = 1; step < own.count; step <<= 1) {
		uint32_t from = arith_sub_mod(own.me, step, own.count);
		int error;

		arch_flag_tell(arith_add_mod(own.me, step, own.count), flag,
			       epoch);
		error = rt_await(flag, epoch, deadline, from,
				 "a round of a dissemination barrier");
		if (error) {
			return error;
		}
		flag += rt_flag_bytes(1);
	}
	return WEFT_OK;
}

int weft_barrier_dissemination(weft_us_t within)
{
	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_dissemination");
	return barrier_dissemination(rt_deadline_in(within));
}
