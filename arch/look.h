/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looks: optional parts of the port contract, beside arch_await.
 *
 * A look tells whether a word has come, or comes within a moment.  It is for callers
 * that would rather not do at once what a long wait asks for, like noting whom
 * they wait for.  The port decides how long a moment is: where waiting halts, a look
 * or two; where it polls, some tens of microseconds.  False says nothing: the port may
 * have given up at any time.  A port that looks does so at least once, whatever the
 * deadline.
 *
 *  ARCH_LOOK         1: the port has arch_look, else it is always false
 *  ARCH_LOOK_INLINE  1: .. as a static inline function in its arch_port.h: for chips
 *                    where a call costs as much as the word that it looks at
 *  ARCH_LOOK_ALL     1: the port has arch_look_all
 *  ARCH_LOOK_ROWS    0: it is worth its text only for many words, and rt_await_all does
 *                    without; ARCH_LOOK_ALL if it is not defined
 */
#ifndef WEFT_ARCH_LOOK_H
#define WEFT_ARCH_LOOK_H

#include "arch/arch.h"

#ifndef ARCH_LOOK
#define ARCH_LOOK 0
#endif
#ifndef ARCH_LOOK_INLINE
#define ARCH_LOOK_INLINE 0
#endif
#ifndef ARCH_LOOK_ALL
#define ARCH_LOOK_ALL 0
#endif
#ifndef ARCH_LOOK_ROWS
#define ARCH_LOOK_ROWS ARCH_LOOK_ALL
#endif

/*
 * Has a word reached `value`?  The word is one that arch_await may wait for.
 * [optional: ARCH_LOOK]
 * context: thread.  cost: near to waits.  order: acquire when true, (e).
 */
#if !ARCH_LOOK
static inline bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
			     uint64_t deadline)
{
	(void)rank;
	(void)offset;
	(void)value;
	(void)deadline;
	return false;
}
#elif !ARCH_LOOK_INLINE
ARCH_CALL bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
			 uint64_t deadline);
#endif

/*
 * Have n words in a row all reached `value`?  n may be 0.  Flags are words in a row
 * only where ARCH_FLAG_STRIDE is 4.  A look takes in a line, and words that it has
 * seen there are not looked at again.
 * [optional: ARCH_LOOK_ALL]
 * context: thread.  cost: near for each line, to waits.  order: acquire when true, (e).
 */
#if ARCH_LOOK_ALL
ARCH_CALL bool arch_look_all(uint32_t rank, uint32_t offset, uint32_t n,
			     uint32_t value, uint64_t deadline);
#else
static inline bool arch_look_all(uint32_t rank, uint32_t offset, uint32_t n,
				 uint32_t value, uint64_t deadline)
{
	(void)rank;
	(void)offset;
	(void)n;
	(void)value;
	(void)deadline;
	return false;
}
#endif

#endif
