/* SPDX-License-Identifier: Apache-2.0 */
/* Waits that poll before they sleep: linked where an application asks for them. */
#include "arch/arch.h"
#include "runtime/park.h"
#include "runtime/progress.h"

#include <weft/event.h>

enum {
	SLICE_US = 50 /* polling with interrupts masked, at a time */
};

static weft_us_t spin;

/*
 * Poll the bells instead of being interrupted: an interrupt that is pending
 * meanwhile finds its work done.  Unmasked now and then, for what else there is.
 */
bool rt_spin(rt_ready *ready, void *what, uint64_t deadline)
{
	uint64_t slice, end;
	bool come;

	if (spin == 0) {
		return false;
	}
	slice = arch_cycles_in_us(SLICE_US);
	end = rt_deadline(spin);
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

void weft_spin(weft_us_t us)
{
	spin = us;
}
