/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Section 6 of the port contract (arch/arch.h, which includes this): masking,
 * raising, the timer, sleeping, and the entry that the port calls.
 */
#ifndef WEFT_ARCH_INTERRUPTS_H
#define WEFT_ARCH_INTERRUPTS_H

#include <stdint.h>

/*
 * Mask interrupts and return the former state; restore it.  Pairs nest.
 * [mandatory]  context: thread, irq.  cost: local.  order: compiler barrier.
 */
typedef uint32_t arch_irq_state;
arch_irq_state arch_irq_save(void);
ARCH_CALL void arch_irq_restore(arch_irq_state state);

/*
 * Interrupt the cores first .. first + n - 1, or the n cores of a list; the
 * port builds its masks.  One pending interrupt a core: several merge, none
 * is lost.  A core may interrupt itself.  [mandatory]
 * context: thread, irq.  cost: near for each ARCH_NOTIFY_FANOUT cores.
 * order: (c).
 */
ARCH_CALL void arch_raise(uint32_t first, uint32_t n);
ARCH_CALL void arch_raise_list(const uint32_t *ranks, uint32_t n);

/*
 * How many cores one store interrupts, in this run: 1 to ARCH_NOTIFY_FANOUT.
 * [mandatory]  context: any.  cost: local.
 */
uint32_t arch_notify_fanout(void);

/*
 * Have weft_irq_entry(ARCH_IRQ_TIMER) called at that time, once; a new call
 * replaces the old, ARCH_NEVER cancels.  A time in the past fires at once.
 * [mandatory]  context: thread, irq.  cost: local.
 */
ARCH_CALL void arch_timer_set(uint64_t deadline);

/*
 * Called with interrupts masked: sleep until one is pending, take it, mask
 * again and return.  Unmasking and sleeping are one step, so an interrupt
 * that comes after the caller's last check ends the sleep.  [mandatory]
 * context: thread.  cost: waits.
 */
void arch_sleep(void);

/*
 * The interrupt entry.  The port has saved what C may change, acknowledged the
 * source *before* the call, and keeps interrupts masked during it.  One more
 * call before that is for ports where acknowledging takes long.
 */
enum arch_irq {
	ARCH_IRQ_EARLY = 0,  /* [optional] NOTIFY, but not acknowledged yet */
	ARCH_IRQ_NOTIFY = 1, /* another core raised one, or several */
	ARCH_IRQ_TIMER = 2,
};
void weft_irq_entry(enum arch_irq cause);

#endif
