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
	uint32_t release;  /* flag: the last barrier that is over */
	uint32_t arrivals; /* offset of the words: arrivals.h */
	uint32_t epoch;    /* the number of this barrier */
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
	own.arrivals = rt_flag(offset, 1);
	if (run->epoch != 0) {
		rt_flags_preset(own.release, 1, run->epoch);
		arrivals_preset(own.arrivals, run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_multicast",
	.bytes = barrier_multicast_bytes,
	.placed = barrier_multicast_place,
};
RT_PART(part);

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
	if (arch_rank() != 0) {
		arrivals_tell(own.arrivals, epoch);
		return rt_await(own.release, epoch, deadline, 0,
				"the release of a multicast barrier");
	}
	error = arrivals_gather(own.arrivals, epoch, deadline);
	if (!error) {
		arch_multicast_words(0, arch_count(), own.release, &epoch, 1);
	}
	return error;
}

/* A signal to rank 0, a look at each word, and the release. */
static ARCH_COLD uint32_t multicast_cost(uint32_t bytes, uint32_t count,
					 const void *object)
{
	(void)bytes;
	(void)object;
	return cost_signal() + costs.many + (arith_mul(count, costs.load) >> 2);
}

const struct barrier barrier_is_multicast = {
	.choose = {.name = "multicast", .cost = multicast_cost},
	.all = weft_barrier_multicast,
};
#endif
