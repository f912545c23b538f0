/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/context.h"
#include "runtime/guard.h"
#include "runtime/irq.h"
#include "runtime/trace.h"

enum rt_context rt_context;

volatile uint32_t rt_news;

static volatile uint32_t taken[ARCH_IRQ_TIMER + 1];

void weft_irq_entry(enum arch_irq cause)
{
	/* It may have met a thread that runs a part's callback. */
	enum rt_context before = rt_context;
	uint64_t since = RT_TRACE_NOW();

	rt_guard_look();
	rt_context = RT_HANDLER;
	taken[cause]++;
	rt_news++;
	if (rt_interrupt) {
		rt_interrupt(cause);
	}
	rt_context = before;
	RT_TRACE_SINCE("handler", since, cause, taken[cause]);
}

uint32_t rt_irq_taken(enum arch_irq cause)
{
	return taken[cause];
}
