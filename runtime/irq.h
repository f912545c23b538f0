/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts as the runtime sees them: a sticky count a cause, written by the
 * one entry that ports call.  Several raises may have merged into one.
 */
#ifndef RUNTIME_IRQ_H
#define RUNTIME_IRQ_H

#include <stdint.h>

#include "arch/arch.h"
#include "runtime/part.h"

/* How often this core has been entered for that cause.  Any context. */
uint32_t rt_irq_taken(enum arch_irq cause);

/* What it calls beside that, if not null: parts (runtime/part.h), in handlers. */
extern rt_interrupted *rt_interrupt;

#endif
