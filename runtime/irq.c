/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/context.h"
#include "runtime/irq.h"
#include "runtime/trace.h"

enum rt_context rt_context;

static volatile uint32_t taken[ARCH_IRQ_TIMER + 1];

void weft_irq_entry(enum arch_irq cause)
{
	rt_context = RT_HANDLER;
	taken[cause]++;
	RT_TRACE("interrupt", cause, taken[cause]);
	rt_context = RT_THREAD; /* one level: handlers do not nest */
}

uint32_t rt_irq_taken(enum arch_irq cause)
{
	return taken[cause];
}
