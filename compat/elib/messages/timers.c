/* SPDX-License-Identifier: Apache-2.0 */
/* Timers count clocks of this core, down to 0; other events than clocks have no counter. */
#include "compat/elib/messages/messages.h"

static struct {
	unsigned left; /* when it was started, or as it stands */
	bool runs;
	uint64_t since;
} timers[2];

unsigned e_ctimer_get(e_ctimer_id_t timer)
{
	unsigned left = timers[timer].left;
	uint64_t gone = timers[timer].runs
				? weft_cycles() - timers[timer].since
				: 0;

	return gone < left ? left - (unsigned)gone : 0;
}

unsigned e_ctimer_stop(e_ctimer_id_t timer)
{
	timers[timer].left = e_ctimer_get(timer);
	timers[timer].runs = false;
	return timers[timer].left;
}

/* As on the chip, this stops it. */
unsigned e_ctimer_set(e_ctimer_id_t timer, unsigned count)
{
	timers[timer].left = count;
	timers[timer].runs = false;
	return count;
}

unsigned e_ctimer_start(e_ctimer_id_t timer, e_ctimer_config_t counted)
{
	unsigned left = e_ctimer_stop(timer);

	if (counted != E_CTIMER_CLK && counted != E_CTIMER_OFF) {
		own_panic("e_ctimer_start", "only clocks are counted here");
	}
	timers[timer].runs = counted == E_CTIMER_CLK;
	timers[timer].since = weft_cycles();
	return left;
}

void e_wait(e_ctimer_id_t timer, unsigned clocks)
{
	e_ctimer_set(timer, clocks);
	e_ctimer_start(timer, E_CTIMER_CLK);
	while (e_ctimer_get(timer)) {
		agent_relax(0);
	}
}
