/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The linear barrier, as RCCE has it: rank 0 hears from all, then tells all.
 * Flag 0 of a core is its release; flag i of rank 0 is the arrival of rank i.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/fence.h"
#include "published/baselines.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barriers.h"
#include "collectives/barrier/barrier.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/published/barrier.h>

enum {
	MAX_CORES = 1024
};

static struct baseline_barrier world;

static ARCH_COLD uint32_t barrier_central_bytes(const struct rt_run *run,
						uint32_t left)
{
	(void)left;
	return run->count > MAX_CORES ? 0 : rt_flag_bytes(run->count);
}

static ARCH_COLD void barrier_central_place(const struct rt_run *run,
					    uint32_t offset, uint32_t size)
{
	world = (struct baseline_barrier){team_world(), offset, run->epoch};
	if (run->epoch != 0) {
		rt_flags_preset(offset, size / ARCH_FLAG_STRIDE, run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_central",
	.bytes = barrier_central_bytes,
	.placed = barrier_central_place,
};
RT_PART(part);

TEAM_BODY int central(struct baseline_barrier *own, const struct team *team,
		      uint64_t deadline)
{
	uint32_t epoch = ++own->epoch, flags = own->flags;
	uint32_t first = team_rank(team, 0);

	RT_TRACE("central barrier", epoch, 0);
	/* Pairs with the others' rt_await: then they read what I wrote. */
	FENCE(barrier_central_quiet, arch_barrier_quiet());
	barrier_alone(team->size);
	if (team->me > 0) {
		arch_flag_tell(first, rt_flag(flags, team->me), epoch);
		return rt_await(rt_flag(flags, 0), epoch, deadline, first,
				"its release from a central barrier");
	}
	for (uint32_t i = 1; i < team->size; i++) {
		int error = rt_await(rt_flag(flags, i), epoch, deadline,
				     team_rank(team, i),
				     "its arrival at a central barrier");

		if (error) {
			return error;
		}
	}
	for (uint32_t i = 1; i < team->size; i++) {
		arch_flag_tell(team_rank(team, i), rt_flag(flags, 0), epoch);
	}
	return WEFT_OK;
}

int barrier_central(struct baseline_barrier *own, uint64_t deadline)
{
	return central(own, &own->team, deadline);
}

int weft_barrier_central(weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	struct team all = team_world();

	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_central");
	if (all.size > MAX_CORES) {
		return WEFT_ERR_LIMIT;
	}
	return central(&world, &all, deadline);
}

const struct barrier barrier_is_central = {
	.choose = {.name = "central"},
	.all = weft_barrier_central,
};
