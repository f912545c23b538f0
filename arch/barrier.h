/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For barriers: optional parts of the port contract, beside arch/arch.h.  A port
 * that has one says so in its arch_port.h; without them nothing is lost but time.
 *
 *  ARCH_FLAG_TELL      1: arch_flag_tell costs less than arch_flag_write
 *  ARCH_FLAG_TELL_SOON 1: arch_flag_tell_soon costs less than arch_flag_tell
 *  ARCH_WORDS_TELL     1: arch_words_tell costs less than arch_flags_write
 *  ARCH_BARRIER_QUIET  1: arch_barrier_quiet costs less than arch_quiet
 *  ARCH_BARRIER        1: the chip may have a barrier of its own
 */
#ifndef WEFT_ARCH_BARRIER_H
#define WEFT_ARCH_BARRIER_H

#include "arch/arch.h"

#ifndef ARCH_FLAG_TELL
#define ARCH_FLAG_TELL 0
#endif
#ifndef ARCH_FLAG_TELL_SOON
#define ARCH_FLAG_TELL_SOON 0
#endif
#ifndef ARCH_WORDS_TELL
#define ARCH_WORDS_TELL 0
#endif
#ifndef ARCH_BARRIER_QUIET
#define ARCH_BARRIER_QUIET 0
#endif
#ifndef ARCH_BARRIER
#define ARCH_BARRIER 0
#endif

/*
 * arch_flag_write that no later arch_quiet or arch_settle need cover: for words
 * that only say "I have come so far", awaited by the one core that they are
 * written to, so that nobody else concludes anything from them.  Where only the
 * target can tell what has arrived, a barrier would otherwise ask about the flags
 * of the last one.  [optional: ARCH_FLAG_TELL]
 * context: thread, irq.  cost: near.  order: (a), (b).
 */
#if ARCH_FLAG_TELL
void arch_flag_tell(uint32_t rank, uint32_t offset, uint32_t value);
#else
static inline void arch_flag_tell(uint32_t rank, uint32_t offset,
				  uint32_t value)
{
	arch_flag_write(rank, offset, value);
}
#endif

/*
 * arch_flag_tell that need not go before this core waits, or writes a flag to that core: so
 * one message may carry both.  For words that are followed by one of the two at once.
 * [optional: ARCH_FLAG_TELL_SOON]
 * context: thread.  cost: near.  order: (a), (b).
 */
#if ARCH_FLAG_TELL_SOON
void arch_flag_tell_soon(uint32_t rank, uint32_t offset, uint32_t value);
#else
static inline void arch_flag_tell_soon(uint32_t rank, uint32_t offset,
				       uint32_t value)
{
	arch_flag_tell(rank, offset, value);
}
#endif

/*
 * Words in a row, in any order, that the one core that they are written to reads when it
 * has seen a flag of such a kind, which follows; nobody is woken.
 * [optional: ARCH_WORDS_TELL]
 * context: thread, irq.  cost: near, a line at once where the chip can.
 * order: (a), (b).
 */
#if ARCH_WORDS_TELL
void arch_words_tell(uint32_t rank, uint32_t offset, const uint32_t *words,
		     uint32_t n);
#else
static inline void arch_words_tell(uint32_t rank, uint32_t offset,
				   const uint32_t *words, uint32_t n)
{
	arch_flags_write(rank, offset, words, n);
}
#endif

/*
 * What a barrier that is made of flags begins with: rule (f) asks for arch_quiet, but only
 * the barrier's cores, and who hears from one of them afterwards, must see what was
 * written before.  So a port need not wait until it is visible, if nobody can hear of the
 * barrier's end before that.  It is no arch_settle, and two cores that are in no
 * barrier together are not ordered by one each.  [optional: ARCH_BARRIER_QUIET]
 * context: thread.  cost: waits.  order: (f).
 */
#if ARCH_BARRIER_QUIET
void arch_barrier_quiet(void);
#else
static inline void arch_barrier_quiet(void)
{
	arch_quiet();
}
#endif

/*
 * Synchronisation of all cores of the run by a means of the chip's own, if it has
 * one for them in this run (arch_barrier_here): say that I have come.  Returns what
 * I then wait for until all have: a word of mine that arch_await knows, though it
 * need not lie in the window.  After a time-out the barrier cannot be entered anew.
 * It says nothing about writes: arch_quiet goes first, rule (f).
 * [optional: ARCH_BARRIER]
 * context: thread.  cost: local.
 */
struct arch_barrier {
	uint32_t offset, value;
};
#if ARCH_BARRIER
bool arch_barrier_here(void);
struct arch_barrier arch_barrier_enter(void);
#endif

#endif
