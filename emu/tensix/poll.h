/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that poll.  A loop each turn of which looks at the same places, stores nothing but
 * the same on its stack, and leaves the registers as they were, or by one turn's
 * clocks more or less if it looks at anything, will do so until something changes in the
 * tile.  Such a core sleeps; what wakes it gives it the state that it would have come
 * to.  If clocks are in its registers it also wakes by itself, each time after an eighth of
 * how long it has polled, so a deadline is seen that much late at most.
 */
#ifndef EMU_TENSIX_POLL_H
#define EMU_TENSIX_POLL_H

#include "emu/tensix/core.h"

void poll_same(struct core *core);

/* A jump backward was taken. */
static inline void poll_turn(struct core *core)
{
	if (!core->busy && core->turn.pc == core->at &&
	    core->turn.trail == core->trail) {
		poll_same(core);
	} else {
		core->turn.times = 0;
	}
	core->turn.pc = core->at;
	core->turn.trail = core->trail;
	core->trail = 0;
	core->busy = false;
	core->turn.look = 0;
}

/* What it looks at may have changed: run on, from the first look after that. */
void poll_wake(struct core *core, uint64_t clock);

/* Its own time has come. */
void poll_alarm(struct core *core, uint64_t time);

#endif
