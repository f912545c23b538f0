/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guard of a core's words, its test-and-set register: one try for it, with interrupts
 * masked while this core has it; see sync/atomic.h.
 */
#ifndef SYNC_GUARD_H
#define SYNC_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/fence.h"
#include "arch/inline.h"

/* Of a claim: it did not look. */
#define SYNC_BUSY UINT32_MAX

static inline bool guard_try(uint32_t rank, arch_irq_state *state)
{
	*state = arch_inline_irq_save();
	if (arch_inline_tas(rank)) {
		return true;
	}
	arch_inline_irq_restore(*state);
	return false;
}

static inline void guard_leave(uint32_t rank, arch_irq_state state)
{
	arch_inline_tas_clear(rank);
	arch_inline_irq_restore(state);
}

/* Pairs with guard_try(): the next core reads the word after arch_tas. */
static inline void guard_write(struct arch_reach at, uint32_t offset,
			       uint32_t value)
{
	arch_inline_flag_to(at, offset, value);
	FENCE(atomic_landed, arch_inline_settle(at.rank));
}

/* The rank is read when it is written: kept from the start, it would take a register. */
static inline uint32_t guard_claim(uint32_t rank, uint32_t offset)
{
	struct arch_reach at;
	arch_irq_state state;
	uint32_t was;

	if (!guard_try(rank, &state)) {
		return SYNC_BUSY;
	}
	at = arch_inline_reach(rank);
	was = arch_inline_flag_at(at, offset);
	if (was == 0) {
		guard_write(at, offset, arch_rank() + 1);
	}
	guard_leave(rank, state);
	return was;
}

#endif
