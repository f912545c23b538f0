/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guard of the thread's stack, where the chip does not notice that it is full
 * (ARCH_STACK_GUARD): a word below which the stack must not go.  Who has gone there has
 * overwritten it.
 *
 * It is checked when this core ends, and with DEBUG=1 in every interrupt and before
 * every wait that is not over at the first look: a few instructions each.  By then
 * what lies below the stack is damaged; the panic names the place that found it.
 */
#ifndef RUNTIME_GUARD_H
#define RUNTIME_GUARD_H

#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#if ARCH_STACK_GUARD
/* It has changed: panics.  `site` is where that was found. */
ARCH_COLD _Noreturn void rt_guard_gone(const void *site);

/* Thread, at start. */
static inline void rt_guard_begin(void)
{
	arch_stack_guard = RT_STACK_GUARD;
}

/* Thread, handler. */
static inline void rt_guard_check(void)
{
	if (arch_stack_guard != RT_STACK_GUARD) {
		rt_guard_gone(__builtin_return_address(0));
	}
}
#else
static inline void rt_guard_begin(void)
{
}

static inline void rt_guard_check(void)
{
}
#endif

/* The check of debug builds. */
static inline void rt_guard_look(void)
{
	if (WEFT_DEBUG) {
		rt_guard_check();
	}
}

#endif
