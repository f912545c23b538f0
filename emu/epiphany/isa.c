// SPDX-License-Identifier: Apache-2.0
/* The decoder: it reads the table. */
#include "emu/epiphany/isa.h"
#include "emu/epiphany/isa_table.h"

static uint32_t bits(uint32_t word, unsigned low, unsigned count)
{
	return (word >> low) & ((1u << count) - 1);
}

static int32_t sign(uint32_t value, unsigned width)
{
	return (int32_t)(value << (32 - width)) >> (32 - width);
}

static const struct isa_row *find(uint32_t word, unsigned bytes)
{
	const struct isa_row *row = isa_table;

	for (;; row++) {
		uint32_t all = row->mask | row->also;

		/* A row is as long as the code that it matches. */
		if (row->mask && isa_bytes(row->match) != bytes) {
			continue;
		}
		if ((word & all) == (row->match | row->also)) {
			return row;
		}
	}
}

/* Post-modify and index by register keep their sign in bit 20. */
static int32_t index_sign(uint32_t word, unsigned bytes)
{
	return bytes == 4 && bits(word, 20, 1) ? -1 : 0;
}

static int32_t displacement(uint32_t word, unsigned bytes)
{
	uint32_t disp = bits(word, 7, 3);

	if (bytes == 4) {
		disp |= bits(word, 16, 8) << 3;
	}
	disp <<= bits(word, 5, 2);
	return bytes == 4 && bits(word, 24, 1) ? -(int32_t)disp : (int32_t)disp;
}

/* Special registers: number in the place of rn, group in bits 21 and 20. */
static int32_t special(uint32_t word, unsigned bytes, unsigned rn)
{
	return (int32_t)(bytes == 4 ? bits(word, 20, 2) << 6 | rn : rn);
}

static int32_t immediate(uint32_t word, enum isa_form form, struct insn *in)
{
	unsigned wide = in->bytes == 4;

	switch (form) {
	case F_BRANCH:
		return 2 *
		       (wide ? (int32_t)word >> 8 : sign(bits(word, 8, 8), 8));
	case F_INDEX:
	case F_POST_X:
		return index_sign(word, in->bytes);
	case F_DISP:
	case F_POST:
		return displacement(word, in->bytes);
	case F_IMM:
		return (int32_t)(bits(word, 5, 8) |
				 (wide ? bits(word, 20, 8) << 8 : 0));
	case F_DN_SIMM:
		return wide ? sign(bits(word, 16, 8) << 3 | bits(word, 7, 3),
				   11)
			    : sign(bits(word, 7, 3), 3);
	case F_DN_SHIFT:
		return (int32_t)bits(word, 5, 5);
	case F_TO_SPECIAL:
	case F_FROM_SPECIAL:
		return special(word, in->bytes, in->rn);
	case F_NUMBER:
		return (int32_t)bits(word, 10, 6);
	default:
		return 0;
	}
}

static int is_memory(enum isa_form form)
{
	return form == F_INDEX || form == F_POST_X || form == F_DISP ||
	       form == F_POST;
}

struct insn isa_decode(uint32_t word)
{
	unsigned bytes = isa_bytes(word);
	const struct isa_row *row;
	struct insn in = {.bytes = (uint8_t)bytes};

	if (bytes == 2) {
		word &= 0xffff;
	}
	row = find(word, bytes);
	in.op = (uint8_t)row->op;
	in.row = (uint8_t)(row - isa_table);
	in.rd = (uint8_t)bits(word, 13, 3);
	in.rn = (uint8_t)bits(word, 10, 3);
	in.rm = (uint8_t)bits(word, 7, 3);
	if (bytes == 4) {
		in.rd |= (uint8_t)(bits(word, 29, 3) << 3);
		in.rn |= (uint8_t)(bits(word, 26, 3) << 3);
		in.rm |= (uint8_t)(bits(word, 23, 3) << 3);
	}
	in.imm = immediate(word, row->form, &in);
	in.cond = (uint8_t)(is_memory(row->form) ? bits(word, 5, 2)
						 : bits(word, 4, 4));
	/* Operands that are not there, so that nobody waits for them. */
	in.rd = isa_has(row->form, HAS_D) ? in.rd : NO_REG;
	in.rn = isa_has(row->form, HAS_N) ? in.rn : NO_REG;
	in.rm = isa_has(row->form, HAS_M) ? in.rm : NO_REG;
	in.source = in.rd;
	if (!isa_has(row->form, READS_D) && !isa_stores(row->op)) {
		in.source = NO_REG;
	}
	return in;
}

uint16_t isa_conditions[128];

static int holds(unsigned cond, unsigned flags)
{
	int az = flags & 1, an = flags >> 1 & 1, ac = flags >> 2 & 1;
	int av = flags >> 3 & 1, bz = flags >> 4 & 1, bn = flags >> 5 & 1;
	const int table[COND_COUNT] = {
		az,
		!az,
		!az && ac,
		ac,
		az || !ac,
		!ac,
		!az && av == an,
		av == an,
		av != an,
		az || av != an,
		bz,
		!bz,
		bn && !bz,
		bn || bz,
		1,
		1,
	};

	return table[cond];
}

void isa_init(void)
{
	for (unsigned flags = 0; flags < 128; flags++) {
		for (unsigned cond = 0; cond < COND_COUNT; cond++) {
			if (holds(cond, flags)) {
				isa_conditions[flags] |= (uint16_t)(1u << cond);
			}
		}
	}
}
