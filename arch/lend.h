/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lending: an optional part of the port contract, for chips on which nothing interrupts
 * a core, but a core has a second processor on the same memory, the helper.
 *
 *  ARCH_LEND  1: the two functions below exist
 *
 * The library runs on one of the two at a time.  The thread lends it: from then on the
 * helper takes this core's interrupts, by weft_irq_entry as arch/interrupts.h has it,
 * and the thread calls nothing.  Then it takes the library back.  So a handler never
 * runs beside code of the library's on the thread's processor, and all that is
 * proven for handlers that interrupt a thread holds: to the thread they are one step, within
 * arch_take_back at the latest.  Proof of the hand-over: models/lend.pml.
 *
 * Without it handlers come by interrupts, or in the calls in which the port looks
 * for them.
 */
#ifndef WEFT_ARCH_LEND_H
#define WEFT_ARCH_LEND_H

#include "arch/arch.h"

#ifndef ARCH_LEND
#define ARCH_LEND 0
#endif

#if ARCH_LEND
/*
 * The helper has the library from here on.  Interrupts are on, and the helper begins
 * with them on.  [optional: ARCH_LEND]
 * context: thread.  cost: near.  order: all that the thread has stored is seen by
 * the helper's handlers.
 */
void arch_lend(void);

/*
 * The thread has it again: the helper is outside of all handlers, and an interrupt that
 * has come and not been taken by then is the thread's.  Without a lending
 * before it does nothing.  False: the caller is a handler on the helper, and nothing
 * has happened.  [optional: ARCH_LEND]
 * context: thread, irq.  cost: waits, for a handler's time.  order: acquire of all
 * that the helper has stored.
 */
bool arch_take_back(void);
#else
static inline void arch_lend(void)
{
}

static inline bool arch_take_back(void)
{
	return true;
}
#endif

#endif
