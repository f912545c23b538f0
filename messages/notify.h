/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notify: tell other cores that there is something for them.
 *
 * Telling is an interrupt, which does not say who raised it.  The interrupted core
 * finds that out in its bells (runtime/bell.h), one word for each other core; or on a
 * client's notice board (collectives/abcast/board.h), which has one word that all cores read.
 * collectives/abcast/turns.h then decides which of the cores that have called is served when.
 *
 * A range of cores is cyclic: rank 0 follows the last rank.  Data that the told cores
 * are to see must have landed before the call (arch_settle).  The functions are called
 * inside the gate, or with interrupts masked, and do not wait.
 */
#ifndef MESSAGES_NOTIFY_H
#define MESSAGES_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/mpb_map.h"

/* Tells whether one store interrupts many cores, on this chip and in this run. */
static inline bool notify_at_once(void)
{
	return ARCH_NOTIFY_FANOUT > 1 && arch_notify_fanout() > 1;
}

/* Interrupts n cores from `first` on; n is at most their number. */
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
 * Rings the bells of n cores from `first` on, for the part with this channel, and
 * interrupts these cores.  Where one store interrupts many, it comes after all bells;
 * elsewhere each core is interrupted right after its bell.
 */
void notify_ring(uint32_t first, uint32_t n, uint32_t channel);

#endif
