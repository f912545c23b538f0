/* SPDX-License-Identifier: Apache-2.0 */
/* The chip's own barrier, or dissemination where it has none for this run. */
#include "arch/barrier.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
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
	FENCE(barrier_chip_quiet, arch_quiet());
	all = arch_barrier_enter();
	return rt_await_within(all.offset, all.value, within, RT_ANYONE,
			       "all cores, at the chip's barrier");
}
#else
int weft_barrier_chip(weft_us_t within)
{
	return weft_barrier_dissemination(within);
}
#endif
