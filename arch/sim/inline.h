/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arch/inline.h, where the chip's port has the short calls: what it saves by them
 * cannot be seen in blocks, which instrumentation makes longer.  So functions that are
 * ARCH_SHORT are charged by the places that they check.
 */
#ifndef ARCH_SIM_INLINE_H
#define ARCH_SIM_INLINE_H

#include "arch/sim/port.h"

#define ARCH_SHORT     SIM_UNCHARGED
#define ARCH_PLACES(n) sim_run((n)*sim_host->costs.place)

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

struct arch_reach {
	uint32_t rank;
};

static inline SIM_UNCHARGED struct arch_reach arch_inline_reach(uint32_t rank)
{
	return (struct arch_reach){rank};
}

static inline SIM_UNCHARGED void
arch_inline_flag_to(struct arch_reach to, uint32_t offset, uint32_t value)
{
	arch_flag_write(to.rank, offset, value);
}

#define arch_inline_flag_unheard arch_inline_flag_to

static inline SIM_UNCHARGED uint32_t arch_inline_flag_at(struct arch_reach at,
							 uint32_t offset)
{
	return arch_flag_read(at.rank, offset);
}

/* put_words has done it. */
#define arch_inline_wake(at, offset) ((void)(at))

static inline SIM_UNCHARGED bool arch_inline_came(uint32_t offset,
						  uint32_t value)
{
	(void)offset;
	(void)value;
	return false;
}

/* window.c.  Stores and loads, as a flag's are. */
void arch_inline_put_byte(struct arch_reach to, uint32_t offset, uint8_t byte);
void arch_inline_put_words(struct arch_reach at, uint32_t offset,
			   uint32_t first, uint32_t second,
			   const uint32_t *words, uint32_t n);
void arch_inline_get_words(uint32_t *words, struct arch_reach at,
			   uint32_t offset, uint32_t n);

#endif
