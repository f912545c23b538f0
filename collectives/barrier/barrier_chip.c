/* SPDX-License-Identifier: Apache-2.0 */
/* The chip's own barrier, or dissemination where it has none for this run. */
#include "arch/barrier.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barriers.h"
#include "collectives/cost.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

#if ARCH_BARRIER
int weft_barrier_chip(weft_us_t within)
{
	struct arch_barrier all;

	RT_THREAD_ONLY();
	if (!arch_barrier_here()) {
		return weft_barrier_dissemination(within);
	}
	AGREE(&within, .name = "barrier_chip");
	RT_TRACE("the chip's barrier", 0, 0);
	/* Pairs with the others' rt_await: then they read what I wrote. */
	FENCE(barrier_chip_quiet, arch_quiet());
	all = arch_barrier_enter();
	return rt_await_within(all.offset, all.value, within, RT_ANYONE,
			       "all cores, at the chip's barrier");
}

static ARCH_COLD uint32_t chip_cost(uint32_t bytes, uint32_t count,
				    const void *object)
{
	(void)bytes;
	(void)object;
	(void)count;
	return arch_barrier_here() ? cost_signal() : CHOOSE_CANNOT;
}

ARCH_COLD_DATA const struct barrier barrier_is_chip = {
	.choose = {.name = "chip", .cost = chip_cost},
	.all = weft_barrier_chip,
};
#else
int weft_barrier_chip(weft_us_t within)
{
	return weft_barrier_dissemination(within);
}
#endif
