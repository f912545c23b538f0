/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several stacks on one core: optional parts of the port contract, for fibers (fiber/).
 *
 *  ARCH_SWITCH_WORDS  words, of a pointer's size, that arch_switch leaves on a stack, and
 *                     what a function called from there may use above its own frame.
 *                     Without it there are no fibers
 *  ARCH_SWITCH_START  which of them is the address to go on at.  All others may be 0
 *                     on a stack that has not run
 *  ARCH_STACK_LEAST   bytes of each stack that handlers, and calls of the library below
 *                     the last function of an application, use at most
 *  ARCH_SWITCH_CALL   [optional] attributes of arch_switch: how it is called
 *  ARCH_AWAIT_ANY     1: the port has arch_await_any
 */
#ifndef WEFT_ARCH_SWITCH_H
#define WEFT_ARCH_SWITCH_H

#include "arch/arch.h"

#ifdef ARCH_SWITCH_WORDS
#define ARCH_SWITCH 1
#else
#define ARCH_SWITCH 0
#endif
#ifndef ARCH_SWITCH_CALL
#define ARCH_SWITCH_CALL
#endif
#ifndef ARCH_AWAIT_ANY
#define ARCH_AWAIT_ANY 0
#endif

/*
 * Leave this stack, with what a call must preserve on it and its pointer in *left, and
 * go on on another one, where that was left.  Interrupts stay as they are, and may come
 * at any instruction: both stacks are whole all the time.
 * [optional: ARCH_SWITCH_WORDS]  context: thread.  cost: local.
 */
void ARCH_SWITCH_CALL arch_switch(void **left, void *to);

/*
 * Called with interrupts masked: wait until one of these words has reached its value, an
 * interrupt has been taken, or that time has come; or for less: who calls looks again.
 * As arch_sleep, it cannot miss what comes after the caller's last look.
 * [optional: ARCH_AWAIT_ANY]  context: thread.  cost: waits.
 */
struct arch_words {
	const struct arch_word *word;
	struct arch_words *next;
};
#if ARCH_AWAIT_ANY
ARCH_CALL void arch_await_any(const struct arch_words *words,
			      uint64_t deadline);
#else
static inline void arch_await_any(const struct arch_words *words,
				  uint64_t deadline)
{
	(void)words;
	(void)deadline;
}
#endif

#endif
