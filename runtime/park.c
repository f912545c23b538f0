/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/park.h"
#include "runtime/progress.h"
#include "runtime/timer.h"
#include "runtime/trace.h"

#include <weft/event.h>

enum {
	SLICE_US = 50 /* polling with interrupts masked, at a time */
};

static weft_us_t spin;

void weft_spin(weft_us_t us)
{
	spin = us;
}

/*
 * Poll the bells instead of being interrupted: an interrupt that is pending
 * meanwhile finds its work done.  Unmasked now and then, for what else there is.
 */
static bool poll(rt_ready *ready, void *what, uint64_t deadline)
{
	uint64_t slice = arch_cycles_in_us(SLICE_US);
	uint64_t end = rt_deadline(spin);
	bool come;

	end = end < deadline ? end : deadline;
	do {
		arch_irq_state state = arch_irq_save();
		uint64_t now = arch_cycles();
		uint64_t left = now < end ? end - now : 0;
		uint64_t until = now + (left < slice ? left : slice);

		do {
			rt_progress();
			come = ready(what);
		} while (!come && arch_cycles() < until);
		arch_irq_restore(state);
	} while (!come && arch_cycles() < end);
	return come;
}

/* One sleep, unless it has come.  True: nothing more to wait for. */
static bool sleep(rt_ready *ready, void *what, uint64_t deadline)
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

int rt_park(rt_ready *ready, void *what, uint64_t deadline, uint32_t from,
	    const char *why)
{
	bool limited = rt_limit(&deadline);
	bool come;

	rt_progress();
	rt_wait_begin(RT_NO_WORD, 0, from, why, __builtin_return_address(0));
	RT_TRACE(why, from, 0);
	come = spin > 0 && poll(ready, what, deadline);
	while (!come) {
		come = sleep(ready, what, deadline);
		if (!come && arch_cycles() >= deadline) {
			break;
		}
	}
	no_wake();
	if (!come && limited) {
		rt_impatient();
	}
	rt_wait_end();
	RT_TRACE(come ? "has come" : "timed out", from, 0);
	return come ? WEFT_OK : WEFT_ERR_TIMEOUT;
}
