/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notify: tell cores that there is something for them.
 *
 * A core that is told is interrupted, and looks who it was: at its bells
 * (runtime/bell.h), or at a client's notice board (messages/board.h), where one
 * word for all takes the place of one for each.  Whom it then serves, and when,
 * messages/turns.h keeps.
 *
 * Ranges of cores go round: after the last rank comes rank 0.  What is to be seen by
 * who is told must have landed before (arch_settle).  Inside the gate, or with
 * interrupts masked; no waiting.
 */
#ifndef MESSAGES_NOTIFY_H
#define MESSAGES_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/mpb_map.h"
#include "runtime/unit.h"

/* Does one store interrupt many, on this chip and in this run? */
static inline bool notify_at_once(void)
{
	return ARCH_NOTIFY_FANOUT > 1 && arch_notify_fanout() > 1;
}

/* Interrupt n cores from `first` on, not more than there are. */
static inline void notify_interrupt(uint32_t first, uint32_t n)
{
	uint32_t before_wrap = rt_run.count - first;

	if (n > before_wrap) {
		arch_raise(first, before_wrap);
		arch_raise(0, n - before_wrap);
	} else {
		arch_raise(first, n);
	}
}

/*
 * Ring the bells of n cores from `first` on, for the part with this channel, and
 * interrupt them.  Where a store interrupts many, all bells ring before it;
 * elsewhere the first core need not wait for the last one's bell.
 */
SHARED void notify_ring(uint32_t first, uint32_t n, uint32_t channel);

#endif
