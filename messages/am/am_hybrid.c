/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core that takes interrupts, but none while it looks for messages anyway.
 *
 *             waits, or a round has found LOAD messages
 *    HYBRID -------------------------------------------> LOOKS NOW
 *    (interrupt it) <------------------------------------ (do not)
 *             VAIN looks found nothing: show HYBRID,
 *             let that land, look once more
 *
 * It shows its state in the word of its MPB that says how it receives.  A sender reads that
 * word each time, once its message has landed.  So either the sender sees that it must
 * interrupt, or the core sees the message (models/am_hybrid.pml).  Handlers run in the gate.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/inline.h"
#include "messages/am/am.h"
#include "runtime/park.h"
#include "runtime/progress.h"

enum {
	LOAD = 4, /* messages of a round from which on it is worth it to go on */
	VAIN = 48, /* looks that find nothing, before a core looks no more */
};

static volatile bool shown;  /* that this core looks */
static volatile bool thread; /* that its thread does */

/* The word and `shown` go together: the gate may come between. */
static ARCH_COLD void show(bool looks)
{
	arch_irq_state state = arch_irq_save();

	shown = looks;
	arch_flag_write(am.me, am.at.reception,
			looks ? AM_LOOKS_NOW : WEFT_AM_HYBRID);
	arch_irq_restore(state);
}

/* The last look is the caller's. */
static ARCH_COLD void look_no_more(void)
{
	show(false);
	/* Pairs with am_first_contact: a sender looks after its message. */
	FENCE(am_looks_last, arch_settle(am.me));
}

ARCH_COLD bool am_hybrid_round(uint32_t served)
{
	uint32_t vain = 0;

	if (thread || (!shown && served < LOAD)) {
		return false;
	}
	show(true);
	while (vain < VAIN && served < AM_BURST) {
		uint32_t n = am_look();

		served += n;
		vain = n ? 0 : vain + 1;
	}
	if (served >= AM_BURST) {
		return true; /* there is another round, for which it stays shown */
	}
	look_no_more();
	return am_look() > 0;
}

static inline bool has_news(void)
{
	return arch_inline_flag_read(am.me, am.at.notice) != am.look.scanned;
}

/* The thread's looks go through the gate only if there is something. */
static ARCH_COLD void look_awhile(rt_ready *come, void *what, uint64_t deadline)
{
	uint32_t vain = 0;

	while (vain < VAIN && !come(what)) {
		if (has_news()) {
			rt_progress();
			vain = arch_cycles() < deadline ? 0 : VAIN;
		} else {
			vain++;
		}
	}
}

ARCH_COLD bool am_hybrid_comes(rt_ready *come, void *what, uint64_t deadline)
{
	if (come(what)) {
		return true;
	}
	thread = true;
	show(true);
	look_awhile(come, what, deadline);
	thread = false;
	look_no_more();
	rt_progress();
	return come(what);
}
