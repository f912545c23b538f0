/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts as the runtime sees them: a count for each cause, which the one
 * entry that ports call adds to.  Several raises may have merged into one
 * interrupt.
 */
#ifndef RUNTIME_IRQ_H
#define RUNTIME_IRQ_H

#include <stdint.h>

#include "arch/arch.h"
#include "runtime/part.h"

/* How many interrupts of that cause this core has taken.  Any context. */
uint32_t rt_irq_taken(enum arch_irq cause);

/*
 * Changes with each interrupt, and with what this core tells its own fibers: whoever looks
 * for what may have come needs no look while it is as it was, but for words.
 */
extern volatile uint32_t rt_news;

/* What the entry also calls, if not null: interrupted() of parts.  Handler. */
extern rt_interrupted *rt_interrupt;

#endif
