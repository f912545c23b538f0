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
#include "collectives/barrier/barriers.h"
#include "collectives/cost.h"
#include "collectives/barrier/barrier.h"
#include "topology/arith.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

struct barrier_dissemination barrier_dissemination_world;

static ARCH_COLD uint32_t round_count(uint32_t count)
{
	return arith_log2_ceil(count);
}

uint32_t barrier_dissemination_bytes(uint32_t count)
{
	return rt_flag_bytes(round_count(count) + 1);
}

void barrier_dissemination_place(struct barrier_dissemination *own,
				 struct team team, uint32_t offset,
				 uint32_t epoch)
{
	own->team = team;
	own->flags = offset;
	own->given_up = rt_flag(offset, round_count(team.size));
	own->epoch = epoch;
	if (epoch != 0) {
		rt_flags_preset(offset, round_count(team.size), epoch);
		rt_flags_preset(own->given_up, 1, 0);
	}
}

static ARCH_COLD uint32_t dissemination_bytes(const struct rt_run *run,
					      uint32_t left)
{
	(void)left;
	return barrier_dissemination_bytes(run->count);
}

static ARCH_COLD void dissemination_place(const struct rt_run *run,
					  uint32_t offset, uint32_t size)
{
	(void)size;
	barrier_dissemination_place(&barrier_dissemination_world, team_world(),
				    offset, run->epoch);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_dissemination",
	.bytes = dissemination_bytes,
	.placed = dissemination_place,
};
RT_PART(part);

TEAM_SHARED int rounds(struct barrier_dissemination *own, const uint16_t *ranks,
		       uint64_t deadline)
{
	struct team team = {
		.me = own->team.me,
		.size = own->team.size,
		.rank = ranks,
	};
	uint32_t me = team.me, count = team.size;
	uint32_t epoch = ++own->epoch, flag = own->flags;

	RT_TRACE("dissemination barrier", epoch, 0);
	/* Pairs with the others' rt_await: then they read what I wrote. */
	FENCE(barrier_dissemination_quiet, arch_barrier_quiet());
	barrier_alone(count);
	for (uint32_t step = 1; step < count; step <<= 1) {
		uint32_t to = arith_add_mod(me, step, count);
		uint32_t from = arith_sub_mod(me, step, count);
		int error;

		arch_flag_tell(team_rank(&team, to), flag, epoch);
		error = rt_await(flag, epoch, deadline, team_rank(&team, from),
				 "a round of a dissemination barrier");
		if (error) {
			return error;
		}
		flag += rt_flag_bytes(1);
	}
	return WEFT_OK;
}

int barrier_dissemination(struct barrier_dissemination *own, uint64_t deadline)
{
	return rounds(own, own->team.rank, deadline);
}

int weft_barrier_dissemination(weft_us_t within)
{
	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_dissemination");
	if (ARCH_NEAR) { /* compiled once: smaller so */
		return barrier_dissemination(&barrier_dissemination_world,
					     rt_deadline_in(within));
	}
	return rounds(&barrier_dissemination_world, NULL,
		      rt_deadline_in(within));
}

static ARCH_COLD uint32_t dissemination_cost(uint32_t bytes, uint32_t count,
					     const void *object)
{
	(void)bytes;
	(void)object;
	return arith_mul(round_count(count), cost_signal());
}

ARCH_COLD_DATA const struct barrier barrier_is_dissemination = {
	.choose = {.name = "dissemination", .cost = dissemination_cost},
	.all = weft_barrier_dissemination,
};
