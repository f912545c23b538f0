/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts go up to rank 0 (collectives/barrier/arrivals.h), which releases all cores by one
 * multicast.  Rank 0 is the one multicaster (arch/multicast.h): so nothing is to be
 * agreed on, whatever other collective follows.
 */
#include "arch/fence.h"
#include "arch/multicast.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barriers.h"
#include "collectives/cost.h"
#include "collectives/barrier/arrivals.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

#if ARCH_MULTICAST
static struct {
	struct arrivals arrivals;
	uint32_t release; /* flag: the last barrier that is over */
	uint32_t epoch;   /* the number of this barrier */
} own;

static ARCH_COLD uint32_t barrier_multicast_bytes(const struct rt_run *run,
						  uint32_t left)
{
	(void)left;
	return rt_flag_bytes(1) + arrivals_bytes(run->count);
}

static ARCH_COLD void barrier_multicast_place(const struct rt_run *run,
					      uint32_t offset, uint32_t size)
{
	(void)size;
	own.release = offset;
	own.epoch = run->epoch;
	arrivals_place(&own.arrivals, rt_flag(offset, 1));
	if (run->epoch != 0) {
		rt_flags_preset(own.release, 1, run->epoch);
		arrivals_preset(&own.arrivals, run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_multicast",
	.bytes = barrier_multicast_bytes,
	.placed = barrier_multicast_place,
};
RT_PART(part);

static int come(uint32_t epoch, uint64_t deadline)
{
	uint32_t least = epoch;

	if (!arrivals_first()) {
		arrivals_tell(&own.arrivals, epoch);
		return WEFT_OK;
	}
	return arrivals_gather(&own.arrivals, epoch, &least, deadline);
}

int weft_barrier_multicast(weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t epoch;
	int error;

	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_multicast");
	epoch = ++own.epoch;
	RT_TRACE("multicast barrier", epoch, 0);
	/* Pairs with the others' rt_await: then they read what I wrote. */
	FENCE(barrier_multicast_quiet, arch_quiet());
	error = come(epoch, deadline);
	if (error) {
		return error;
	}
	if (arch_rank() != 0) {
		return rt_await(own.release, epoch, deadline, 0,
				"the release of a multicast barrier");
	}
	arch_multicast_words(0, arch_count(), own.release, &epoch, 1);
	return WEFT_OK;
}

/* A signal from a group and one to rank 0, a look at each flag, and the release. */
static ARCH_COLD uint32_t multicast_cost(uint32_t bytes, uint32_t count,
					 const void *object)
{
	uint32_t first = count < ARRIVALS_GROUP ? count : ARRIVALS_GROUP;
	uint32_t groups = count >> ARRIVALS_SHIFT;

	(void)bytes;
	(void)object;
	return cost_signal() + (groups > 1 ? cost_signal() : 0) + costs.many +
	       arith_mul(first + groups, costs.load);
}

const struct barrier barrier_is_multicast = {
	.choose = {.name = "multicast", .cost = multicast_cost},
	.all = weft_barrier_multicast,
};
#endif
