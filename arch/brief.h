/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for a moment: part of the port contract, beside arch_await.
 *
 * For who would rather not do at once what a long wait asks for, like noting whom
 * it waits for.  As arch_await, but ARCH_TIMEOUT may also mean that the port has
 * given up, at any time: where waiting halts after a look or two, where it polls
 * after some tens of microseconds.  A port may give up without a look; if it
 * looks, it does so at least once, whatever the deadline.
 */
#ifndef WEFT_ARCH_BRIEF_H
#define WEFT_ARCH_BRIEF_H

#include "arch/arch.h"

/*
 * Until a word of any core's window 0 has reached `value`.  [mandatory]
 * context: thread.  cost: near to waits.  order: acquire when ARCH_OK, (e).
 */
enum arch_result arch_await_briefly(uint32_t rank, uint32_t offset,
				    uint32_t value, uint64_t deadline);

/*
 * The same for my own window 0, inline, in the port's arch_port.h:
 *	static inline bool arch_soon(uint32_t offset, uint32_t value);
 * For chips where a call costs as much as the flag that it looks at.
 * [optional: ARCH_SOON]
 */
#ifndef ARCH_SOON
#define ARCH_SOON 0
#endif

/*
 * Until n words in a row of any core's window 0 have all reached `value`; n may
 * be 0.  Flags are words in a row only where ARCH_FLAG_STRIDE is 4.  A look takes
 * in a line, and words that it has seen there are not looked at again.
 * [optional: ARCH_AWAIT_ALL]
 * context: thread.  cost: near for each line, to waits.
 * order: acquire when ARCH_OK, (e).
 */
#if ARCH_AWAIT_ALL
enum arch_result arch_await_all_briefly(uint32_t rank, uint32_t offset,
					uint32_t n, uint32_t value,
					uint64_t deadline);
#endif

#endif
