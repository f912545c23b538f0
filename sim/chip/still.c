/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run in which only time passes.  Cores that tick keep the schedule full, so that
 * it never runs dry, though nothing can ever happen again.
 *
 * A core is *still* while it is in one and the same wait of the runtime's, has not been
 * notified, and no deadline will end that wait; or when it has ended.  So is one that polls
 * because all its fibers wait, each without a deadline.  All that is
 * left to it then is its tick, by which engines find cores that have stopped: they do
 * so within some hops (WEFT_HOP_US).  When all cores have been still for longer, that
 * has been tried, too.
 */
#include <string.h>

#include "runtime/wait.h"
#include "sim/chip/engine.h"
#include "sim/chip/still.h"

#define LOOKS 8 /* in the time after which a run is over */

uint64_t still_limit = SIM_NEVER;

static uint64_t look_at;

static uint64_t ps_of(uint64_t cycles)
{
	return cycles / engine.profile.core_mhz * 1000000 +
	       cycles % engine.profile.core_mhz * 1000000 /
		       engine.profile.core_mhz;
}

/* All its fibers wait, and no deadline will end any of these waits. */
static bool all_parked(const struct core *core)
{
	const struct rt_parked *at = core->parked ? *core->parked : NULL;
	bool some = at;

	while (at && at->deadline == ARCH_NEVER) {
		at = at->next;
	}
	return some && !at;
}

/* Since when; SIM_NEVER: it is not. */
static uint64_t still_since(const struct core *core)
{
	const struct rt_wait *wait = core->wait_record;

	if (core->stopped ||
	    (core->phase && *core->phase && !strcmp(*core->phase, "ended"))) {
		return 0;
	}
	if (!wait || !wait->what ||
	    (core->waiting == NOT_WAITING && !all_parked(core))) {
		return SIM_NEVER;
	}
	if (core->waiting == NOT_WAITING) {
		return later(ps_of(wait->since), core->notified);
	}
	if (core->waiting == WAIT_WORD
		    ? core->await.deadline != SIM_NEVER
		    : core->wake_at && *core->wake_at != ARCH_NEVER) {
		return SIM_NEVER;
	}
	return later(ps_of(wait->since), core->notified);
}

uint64_t still_next(void)
{
	return still_limit == SIM_NEVER ? SIM_NEVER : look_at;
}

void still_look(uint64_t now)
{
	if (now < look_at) {
		return;
	}
	look_at = now + still_limit / LOOKS;
	if (engine_event_due()) {
		return; /* a fault is still to come */
	}
	for (uint32_t i = 0; i < engine.count; i++) {
		uint64_t since = still_since(&engine.cores[i]);

		if (since > now || now - since < still_limit) {
			return;
		}
	}
	report_still(still_limit);
}
