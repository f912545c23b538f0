/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The linear barrier, as RCCE has it: rank 0 hears from all, then tells all.
 * Flag 0 of a core is its release; flag i of rank 0 is the arrival of rank i.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

enum {
	MAX_CORES = 1024
};

static uint32_t flags, epoch;

static ARCH_COLD uint32_t bytes(const struct rt_run *shape, uint32_t left)
{
	(void)left;
	return shape->count > MAX_CORES ? 0 : rt_flag_bytes(shape->count);
}

static ARCH_COLD void place(const struct rt_run *shape, uint32_t offset,
			    uint32_t size)
{
	flags = offset;
	epoch = shape->epoch;
	if (epoch != 0 && size > 0) {
		rt_flags_preset(flags, shape->count, epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_central",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

int weft_barrier_central(weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t me = arch_rank(), count = arch_count();
	int error;

	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_central");
	if (count > MAX_CORES) {
		return WEFT_ERR_LIMIT;
	}
	epoch++;
	RT_TRACE("central barrier", epoch, 0);
	FENCE(barrier_central_quiet, arch_quiet());
	if (me > 0) {
		arch_flag_tell(0, rt_flag(flags, me), epoch);
		return rt_await(rt_flag(flags, 0), epoch, deadline, 0,
				"its release from a central barrier");
	}
	for (uint32_t i = 1; i < count; i++) {
		error = rt_await(rt_flag(flags, i), epoch, deadline, i,
				 "its arrival at a central barrier");
		if (error) {
			return error;
		}
	}
	for (uint32_t i = 1; i < count; i++) {
		arch_flag_tell(i, rt_flag(flags, 0), epoch);
	}
	return WEFT_OK;
}
