/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that have stopped.  Whoever has requests at a core that have not been
 * handled watches it, at its ticks.  When it is given up, they come back: they are
 * still in their slots, which can be read, since a stopped core's MPB can.
 */
#include "arch/arch.h"
#include "messages/am/am.h"
#include "messages/liveness.h"

static struct liveness_watch watch;
static uint32_t watched; /* which core */

static ARCH_COLD bool waits_for(uint32_t core)
{
	const struct am_peer *p = &am.peer[core];

	return core != am.me && !p->dead && p->sent[AM_REQUEST] != p->freed &&
	       p->sent[AM_REQUEST] !=
		       arch_flag_read(am.me, rt_flag(am.freed, core));
}

/* One after the other: who moves makes room for the next. */
ARCH_COLD void am_watch(void)
{
	if (!am.placed || !liveness_watches()) {
		return;
	}
	for (uint32_t i = 0; i < am.count && !waits_for(watched); i++) {
		watched = watched + 1 < am.count ? watched + 1 : 0;
	}
	if (waits_for(watched) &&
	    liveness_look(&watch, watched, am.peer[watched].freed, 0) ==
		    LIVENESS_MOVES) {
		watched = watched + 1 < am.count ? watched + 1 : 0;
	}
}

/* Inside the gate.  Whoever waits looks again. */
ARCH_COLD void am_lost(uint32_t core)
{
	if (!am.placed) {
		return;
	}
	if (core == am.me) {
		am.evicted = true;
	} else {
		struct am_peer *p = &am.peer[core];
		uint32_t word = rt_flag(am.freed, core);
		uint32_t freed = arch_flag_read(am.me, word);

		if ((int32_t)(freed - p->freed) > 0) {
			p->freed = freed;
		}
		p->dead = true;
		am.any_dead = true;
		/* Nobody else writes it any more. */
		arch_flag_write(am.me, word, p->sent[AM_REQUEST]);
	}
	arch_flag_write(am.me, am.notice, am_news(AM_WAKE, ++am.wakes));
	arch_raise(am.me, 1);
}

static ARCH_COLD uint32_t return_from(uint32_t core)
{
	struct am_peer *p = &am.peer[core];
	struct weft_am_message m;
	uint32_t n = 0;

	while (am_serve(AM_REPLY, core)) {
		n++;
	}
	while (p->freed != p->sent[AM_REQUEST]) {
		uint32_t slot = am_slot(am.me, AM_REQUEST, ++p->freed);

		arch_flags_read(&m.head, core, am_line(slot), AM_LINE_WORDS);
		arch_flags_read(&m.word[AM_IN_LINE], core,
				am.rest + slot * AM_REST_BYTES,
				WEFT_AM_WORDS - AM_IN_LINE);
		am_come_back(&m, core, m.head >> AM_OWN & 15, WEFT_ERR_DEAD);
		n++;
	}
	return n;
}

/* Where handlers may run. */
ARCH_COLD uint32_t am_return_dead(void)
{
	uint32_t n = 0;

	am.any_dead = false;
	for (uint32_t i = 0; i < am.count; i++) {
		if (am.peer[i].dead && !am.peer[i].returned) {
			n += return_from(i);
			am.peer[i].returned = true;
			/* Not where it might still write. */
			am_look_next(AM_REPLY, am.me,
				     am.peer[am.me].got[AM_REPLY] + 1);
		}
	}
	return n;
}
