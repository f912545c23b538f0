/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/park.h"
#include "runtime/progress.h"
#include "runtime/timer.h"
#include "runtime/trace.h"

bool rt_spin(rt_ready *ready, void *what, uint64_t deadline)
	__attribute__((weak, visibility("hidden")));

/* One sleep, unless it has come.  True: nothing more to wait for. */
static bool park_sleep(rt_ready *ready, void *what, uint64_t deadline)
{
	arch_irq_state state = arch_irq_save();
	bool come = ready(what);

	if (!come && arch_cycles() < deadline) {
		rt_timer_wake(deadline);
		arch_sleep();
		come = ready(what);
	}
	arch_irq_restore(state);
	return come;
}

static void no_wake(void)
{
	arch_irq_state state = arch_irq_save();

	rt_timer_wake(ARCH_NEVER);
	arch_irq_restore(state);
}

/* The record is made, and goes with this wait while others run. */
static ARCH_COLD bool park_idle(rt_ready *ready, void *what, uint64_t limit)
{
	struct rt_wait record = rt_wait;
	bool come;

	rt_wait_end();
	come = rt_idler(ready, what, &record, limit);
	if (!come) {
		rt_wait = record;
	}
	return come;
}

int rt_park(rt_ready *ready, void *what, uint64_t deadline, uint32_t from,
	    const char *why)
{
	uint64_t limit = rt_limit(deadline);
	bool come;

	rt_progress();
	rt_wait_begin(RT_NO_WORD, 0, from, why, __builtin_return_address(0));
	if (rt_idler && park_idle(ready, what, limit)) {
		return WEFT_OK;
	}
	come = rt_spin && rt_spin(ready, what, limit);
	while (!come) {
		come = park_sleep(ready, what, limit);
		if (!come && arch_cycles() >= limit) {
			break;
		}
	}
	no_wake();
	if (!come && rt_never(deadline)) {
		rt_impatient();
	}
	rt_wait_end();
	RT_TRACE_SINCE(why, rt_wait.since, (uint32_t)RT_TRACE_NO_WORD, from);
	if (come) {
		return WEFT_OK;
	}
	rt_in_vain();
	return WEFT_ERR_TIMEOUT;
}
