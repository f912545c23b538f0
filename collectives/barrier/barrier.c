/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier that chooses, at its first call.  The table has what is worth
 * choosing from on this port, and links nothing else.
 */
#include "arch/barrier.h"
#include "arch/multicast.h"
#include "collectives/barrier/arrivals.h"
#include "collectives/choose.h"
#include "collectives/cost.h"

#include <weft/barrier.h>

#if ARCH_BARRIER
static ARCH_COLD uint32_t chip_cost(uint32_t bytes, uint32_t count,
				    const void *objects)
{
	(void)bytes;
	(void)objects;
	(void)count;
	return arch_barrier_here() ? cost_signal() : CHOOSE_CANNOT;
}
#endif

#if ARCH_MULTICAST
/* A signal from a group and one to rank 0, a look at each flag, and the release. */
static ARCH_COLD uint32_t multicast_cost(uint32_t bytes, uint32_t count,
					 const void *objects)
{
	uint32_t first = count < ARRIVALS_GROUP ? count : ARRIVALS_GROUP;
	uint32_t groups = count >> ARRIVALS_SHIFT;

	(void)bytes;
	(void)objects;
	return cost_signal() + (groups > 1 ? cost_signal() : 0) + costs.many +
	       arith_mul(first + groups, costs.load);
}
#endif

#if ARCH_REMOTE_AWAIT
/* Two signals for 64 cores, of a line of flags each. */
static ARCH_COLD uint32_t lines_cost(uint32_t bytes, uint32_t count,
				     const void *objects)
{
	uint32_t cost = 0;

	(void)bytes;
	(void)objects;
	for (; count > 1; count = (count + 7) >> 3) {
		cost += cost_signal();
	}
	return cost;
}
#else
static ARCH_COLD uint32_t dissemination_cost(uint32_t bytes, uint32_t count,
					     const void *objects)
{
	(void)bytes;
	(void)objects;
	return arith_mul(arith_log2_ceil(count), cost_signal());
}
#endif

static ARCH_COLD_DATA const struct choose_candidate candidates[] = {
#if ARCH_MULTICAST
	{.name = "multicast",
	 .cost = multicast_cost,
	 .barrier = weft_barrier_multicast},
#endif
#if ARCH_BARRIER
	{.name = "chip", .cost = chip_cost, .barrier = weft_barrier_chip},
#endif
#if ARCH_REMOTE_AWAIT
	{.name = "lines", .cost = lines_cost, .barrier = weft_barrier_lines},
#else
	{.name = "dissemination",
	 .cost = dissemination_cost,
	 .barrier = weft_barrier_dissemination},
#endif
	{.name = NULL},
};

/*
 * What is linked for other reasons has a name too.  Weak: a reference from here
 * links nothing.
 */
extern const struct weft_barrier_algorithm weft_barrier_algorithms[]
	__attribute__((weak));

static ARCH_COLD bool linked(uint32_t i, struct choose_candidate *found)
{
	const struct weft_barrier_algorithm *a = weft_barrier_algorithms;

	if (!a || !a[i].name) {
		return false;
	}
	*found = (struct choose_candidate){
		.name = a[i].name,
		.barrier = a[i].barrier,
	};
	return true;
}

static struct choose_candidate found;

static ARCH_COLD_DATA const struct choose choice = {
	.what = "barrier",
	.variable = "WEFT_BARRIER",
	.candidates = candidates,
	.linked = linked,
	.found = &found,
};

static ARCH_COLD int first(weft_us_t within);
static int (*chosen)(weft_us_t within) = first;

static ARCH_COLD int first(weft_us_t within)
{
	chosen = choose(&choice, 0, arch_count(), NULL)->barrier;
	return chosen(within);
}

int weft_barrier_world(weft_us_t within)
{
	return chosen(within);
}
