/* SPDX-License-Identifier: Apache-2.0 */
/* Integer arithmetic and its flags: part of execute.c's run loop. */
#ifndef EMU_EPIPHANY_ALU_H
#define EMU_EPIPHANY_ALU_H

#include "emu/epiphany/core.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE uint32_t zero_and_sign(uint32_t value)
{
	return (value ? 0u : (uint32_t)ST_AZ) | (value >> 31 ? ST_AN : 0u);
}

ALWAYS_INLINE void logic(struct core *core, unsigned rd, uint32_t value)
{
	core->r[rd] = value;
	core->status =
		(core->status & ~(uint32_t)ST_A_FLAGS) | zero_and_sign(value);
}

ALWAYS_INLINE void arithmetic(struct core *core, unsigned rd, uint32_t value,
			      bool carry, bool overflow)
{
	logic(core, rd, value);
	core->status |= (carry ? ST_AC : 0u) |
			(overflow ? (uint32_t)(ST_AV | ST_AVS) : 0u);
}

ALWAYS_INLINE void add(struct core *core, unsigned rd, uint32_t a, uint32_t b)
{
	uint32_t sum = a + b;

	arithmetic(core, rd, sum, sum < a, (~(a ^ b) & (a ^ sum)) >> 31);
}

/* The carry of a subtraction says that nothing was borrowed. */
ALWAYS_INLINE void sub(struct core *core, unsigned rd, uint32_t a, uint32_t b)
{
	uint32_t difference = a - b;

	arithmetic(core, rd, difference, a >= b,
		   ((a ^ b) & (a ^ difference)) >> 31);
}

static inline uint32_t reversed(uint32_t value)
{
	uint32_t result = 0;

	for (unsigned i = 0; i < 32; i++) {
		result |= (value >> i & 1) << (31 - i);
	}
	return result;
}

#endif
