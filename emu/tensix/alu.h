/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of integers: values only. */
#ifndef EMU_TENSIX_ALU_H
#define EMU_TENSIX_ALU_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/tensix/isa.h"
#include "emu/tensix/timing.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE bool alu_is_long(unsigned op)
{
	return op >= OP_MUL && op <= OP_REMU;
}

ALWAYS_INLINE bool alu_is_short(unsigned op)
{
	return (op >= OP_ADDI && op <= OP_AND) ||
	       (op >= OP_SH1ADD && op <= OP_REV8);
}

/* M: by nought and what overflows as the standard has them. */
uint32_t alu_long(unsigned op, uint32_t a, uint32_t b);
uint32_t alu_clocks(unsigned op, uint32_t a, uint32_t b);

/* Zba, Zbb; b is the register or the shift's distance. */
uint32_t alu_bits(unsigned op, uint32_t a, uint32_t b);

ALWAYS_INLINE uint32_t alu_short(const struct insn *in, uint32_t a, uint32_t b)
{
	uint32_t i = (uint32_t)in->imm;

	switch ((enum op)in->op) {
	case OP_SLTI:
		return (int32_t)a < (int32_t)i;
	case OP_SLTIU:
		return a < i;
	case OP_XORI:
		return a ^ i;
	case OP_ORI:
		return a | i;
	case OP_ANDI:
		return a & i;
	case OP_SLLI:
		return a << i;
	case OP_SRLI:
		return a >> i;
	case OP_SRAI:
		return (uint32_t)((int32_t)a >> i);
	case OP_SUB:
		return a - b;
	case OP_SLL:
		return a << (b & 31);
	case OP_SLT:
		return (int32_t)a < (int32_t)b;
	case OP_SLTU:
		return a < b;
	case OP_XOR:
		return a ^ b;
	case OP_SRL:
		return a >> (b & 31);
	case OP_SRA:
		return (uint32_t)((int32_t)a >> (b & 31));
	case OP_OR:
		return a | b;
	case OP_AND:
		return a & b;
	case OP_RORI:
		return alu_bits(OP_ROR, a, i);
	default:
		return alu_bits(in->op, a, b);
	}
}

#endif
