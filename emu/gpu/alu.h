/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of PTX: values are 64 bits wide, extended as their type says. */
#ifndef EMU_GPU_ALU_H
#define EMU_GPU_ALU_H

#include "emu/gpu/program.h"

/* Those bits of a value that are the type's, extended. */
static inline uint64_t alu_cut(uint64_t v, unsigned type)
{
	unsigned bits = 8 * type_bytes(type);

	if (bits == 0) {
		return v & 1;
	}
	if (bits == 64) {
		return v;
	}
	return type_signed(type)
		       ? (uint64_t)((int64_t)(v << (64 - bits)) >> (64 - bits))
		       : v & ((1ull << bits) - 1);
}

/* The result of an instruction that computes one of its operands' values; false: it does
 * not compute. */
bool alu_compute(const struct insn *insn, const uint64_t v[OPERANDS],
		 uint64_t *result);

#endif
