/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of the port contract without the call: optional.
 *
 * A put of a line or a flag write takes hardly longer than calling the function
 * that does it.  A port where that is so names a header in its arch_port.h,
 *
 *  ARCH_INLINE  "the header": it has static inline functions that do what arch_put,
 *               arch_get, arch_copy, arch_flag_write, arch_flag_read,
 *               arch_acquire, arch_quiet, arch_settle, arch_tas and arch_tas_clear do
 *               (arch_irq_save and arch_irq_restore, or not), named as here; and
 *               those below for what is no more than a line of window 0, of a core
 *               that arch_inline_reach has looked
 *               up once for several calls.  flag_to writes a flag, flag_at reads
 *               one.  flag_unheard writes one at which no core sleeps.
 *               put_words puts n + 2 words in a row, of
 *               which the first is seen last, as by arch_flags_write; who awaits it
 *               is woken by wake.  get_words is for words that an acquire has made sure of.
 *               put_aligned and get_aligned are put and get of words that lie on words
 *               of window 0
 *               came is one look at a word of the own window, before arch_look: has it
 *               reached `value`?  Where a look takes a call, it is always false
 *
 *  ARCH_SHORT   in that header, or not: attributes of functions that do hardly more
 *               than one of these
 *
 *  ARCH_PLACES  (n): .. stands in such a function where it has checked n places of
 *               windows; the simulator charges that
 *
 * Callers for whom it matters use these names; on other ports they are the
 * contract's own functions.
 */
#ifndef WEFT_ARCH_INLINE_H
#define WEFT_ARCH_INLINE_H

#include "arch/arch.h"

#if defined(ARCH_INLINE) && !(defined(ARCH_TRACED) && ARCH_TRACED)
#include ARCH_INLINE
#else
#define arch_inline_put        arch_put
#define arch_inline_get        arch_get
#define arch_inline_copy       arch_copy
#define arch_inline_flag_write arch_flag_write
#define arch_inline_flag_read  arch_flag_read
#define arch_inline_acquire    arch_acquire
#define arch_inline_quiet      arch_quiet
#define arch_inline_settle     arch_settle
#define arch_inline_tas        arch_tas
#define arch_inline_tas_clear  arch_tas_clear

#define arch_inline_put_aligned(rank, offset, src, words)                      \
	arch_put(rank, ARCH_WINDOW_MPB, offset, src, (words)*4)
#define arch_inline_get_aligned(dst, rank, offset, words)                      \
	arch_get(dst, rank, ARCH_WINDOW_MPB, offset, (words)*4)

struct arch_reach {
	uint32_t rank;
};

static inline struct arch_reach arch_inline_reach(uint32_t rank)
{
	return (struct arch_reach){rank};
}

static inline void arch_inline_flag_to(struct arch_reach to, uint32_t offset,
				       uint32_t value)
{
	arch_flag_write(to.rank, offset, value);
}

#define arch_inline_flag_unheard     arch_inline_flag_to

static inline uint32_t arch_inline_flag_at(struct arch_reach at,
					   uint32_t offset)
{
	return arch_flag_read(at.rank, offset);
}

/* arch_flags_write has done it. */
#define arch_inline_wake(at, offset) ((void)(at))

static inline bool arch_inline_came(uint32_t offset, uint32_t value)
{
	(void)offset;
	(void)value;
	return false;
}

static inline void arch_inline_put_byte(struct arch_reach to, uint32_t offset,
					uint8_t byte)
{
	arch_put(to.rank, ARCH_WINDOW_MPB, offset, &byte, 1);
}

static inline void arch_inline_get_words(uint32_t *words, struct arch_reach at,
					 uint32_t offset, uint32_t n)
{
	arch_get(words, at.rank, ARCH_WINDOW_MPB, offset, n * sizeof(*words));
}

enum {
	ARCH_PUT_WORDS = 6, /* n, at most */
};

static inline void arch_inline_put_words(struct arch_reach at, uint32_t offset,
					 uint32_t first, uint32_t second,
					 const uint32_t *words, uint32_t n)
{
	uint32_t all[2 + ARCH_PUT_WORDS];

	all[0] = first;
	all[1] = second;
	for (uint32_t i = 0; i < n; i++) {
		all[2 + i] = words[i];
	}
	arch_flags_write(at.rank, offset, all, 2 + n);
}
#endif

#ifndef arch_inline_irq_save
#define arch_inline_irq_save    arch_irq_save
#define arch_inline_irq_restore arch_irq_restore
#endif
#ifndef ARCH_SHORT
#define ARCH_SHORT
#endif
#ifndef ARCH_PLACES
#define ARCH_PLACES(n)
#endif

#endif
