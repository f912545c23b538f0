// SPDX-License-Identifier: Apache-2.0
/* The decode table, and the decoder that reads it. */
#include "emu/epiphany/isa.h"
#include "emu/epiphany/isa_table.h"

/*
 * Rows are tried from the top, so a special case stands before the general
 * one.  16-bit rows match in the low half only; isa_bytes tells the length.
 */
const struct isa_row isa_table[] = {
	/* Branches: the condition is bits 7 to 4; 15 calls. */
	{0x0000000f, 0x00000000, 0x000000f0, OP_CALL, F_BRANCH, "bl"},
	{0x0000000f, 0x00000000, 0, OP_BRANCH, F_BRANCH, "b%c"},
	{0x0000000f, 0x00000008, 0x000000f0, OP_CALL, F_BRANCH, "bl"},
	{0x0000000f, 0x00000008, 0, OP_BRANCH, F_BRANCH, "b%c"},
	{0x0000e3ff, 0x00000142, 0, OP_JUMP_REG, F_N, "jr"},
	{0xffffffff, 0x0402194f, 0, OP_JUMP_REG, F_RTS, "rts"},
	{0xe3ffe3ff, 0x0002014f, 0, OP_JUMP_REG, F_N, "jr"},
	{0x0000e3ff, 0x00000152, 0, OP_CALL_REG, F_N, "jalr"},
	{0xe3ffe3ff, 0x0002015f, 0, OP_CALL_REG, F_N, "jalr"},
	/* Loads and stores: the size is bits 6 and 5. */
	{0x0000001f, 0x00000001, 0, OP_LOAD_X, F_INDEX, "ldr%s"},
	{0x0000001f, 0x00000011, 0, OP_STORE_X, F_INDEX, "str%s"},
	{0x0000001f, 0x00000005, 0, OP_LOAD_POST_X, F_POST_X, "ldr%s"},
	{0x0000001f, 0x00000015, 0, OP_STORE_POST_X, F_POST_X, "str%s"},
	{0x0000001f, 0x00000004, 0, OP_LOAD, F_DISP, "ldr%s"},
	{0x0000001f, 0x00000014, 0, OP_STORE, F_DISP, "str%s"},
	{0x006f001f, 0x00000009, 0, OP_LOAD_X, F_INDEX, "ldr%s"},
	{0x006f001f, 0x00000019, 0, OP_STORE_X, F_INDEX, "str%s"},
	{0x006f007f, 0x00200069, 0, OP_ILLEGAL, F_NONE, "*unknown*"},
	{0x006f001f, 0x00200009, 0, OP_TESTSET, F_INDEX, "testset%s"},
	{0x006f001f, 0x0000000d, 0, OP_LOAD_POST_X, F_POST_X, "ldr%s"},
	{0x006f001f, 0x0000001d, 0, OP_STORE_POST_X, F_POST_X, "str%s"},
	{0x0200001f, 0x0000000c, 0, OP_LOAD, F_DISP, "ldr%s"},
	{0x0200001f, 0x0000001c, 0, OP_STORE, F_DISP, "str%s"},
	{0x0200001f, 0x0200000c, 0, OP_LOAD_POST, F_POST, "ldr%s"},
	{0x0200001f, 0x0200001c, 0, OP_STORE_POST, F_POST, "str%s"},
	/* Moves: 15 is no condition here. */
	{0x0000030f, 0x00000002, 0x000000f0, OP_ILLEGAL, F_NONE, "*unknown*"},
	{0x0000030f, 0x00000002, 0, OP_MOV_IF, F_DN, "mov%c"},
	{0x03ff030f, 0x0002000f, 0x000000f0, OP_ILLEGAL, F_NONE, "*unknown*"},
	{0x03ff030f, 0x0002000f, 0, OP_MOV_IF, F_DN, "mov%c"},
	{0x0000001f, 0x00000003, 0, OP_MOV_IMM, F_IMM, "mov"},
	{0x100f001f, 0x0002000b, 0, OP_MOV_IMM, F_IMM, "mov"},
	{0x100f001f, 0x1002000b, 0, OP_MOVT, F_IMM, "movt"},
	{0x000003ff, 0x00000102, 0, OP_MOVTS, F_TO_SPECIAL, "movts"},
	{0x03cf03ff, 0x0002010f, 0, OP_MOVTS, F_TO_SPECIAL, "movts"},
	{0x000003ff, 0x00000112, 0, OP_MOVFS, F_FROM_SPECIAL, "movfs"},
	{0x03cf03ff, 0x0002011f, 0, OP_MOVFS, F_FROM_SPECIAL, "movfs"},
	/* Integers. */
	{0x0000007f, 0x0000000a, 0, OP_EOR, F_DNM, "eor"},
	{0x0000007f, 0x0000001a, 0, OP_ADD, F_DNM, "add"},
	{0x0000007f, 0x0000002a, 0, OP_LSL, F_DNM, "lsl"},
	{0x0000007f, 0x0000003a, 0, OP_SUB, F_DNM, "sub"},
	{0x0000007f, 0x0000004a, 0, OP_LSR, F_DNM, "lsr"},
	{0x0000007f, 0x0000005a, 0, OP_AND, F_DNM, "and"},
	{0x0000007f, 0x0000006a, 0, OP_ASR, F_DNM, "asr"},
	{0x0000007f, 0x0000007a, 0, OP_ORR, F_DNM, "orr"},
	{0x007f007f, 0x000a000f, 0, OP_EOR, F_DNM, "eor"},
	{0x007f007f, 0x000a001f, 0, OP_ADD, F_DNM, "add"},
	{0x007f007f, 0x000a002f, 0, OP_LSL, F_DNM, "lsl"},
	{0x007f007f, 0x000a003f, 0, OP_SUB, F_DNM, "sub"},
	{0x007f007f, 0x000a004f, 0, OP_LSR, F_DNM, "lsr"},
	{0x007f007f, 0x000a005f, 0, OP_AND, F_DNM, "and"},
	{0x007f007f, 0x000a006f, 0, OP_ASR, F_DNM, "asr"},
	{0x007f007f, 0x000a007f, 0, OP_ORR, F_DNM, "orr"},
	{0x007f007f, 0x001a000f, 0, OP_UNIMPLEMENTED, F_DNM, "fext"},
	{0x007f007f, 0x001a001f, 0, OP_UNIMPLEMENTED, F_DNM, "fdep"},
	{0x007f007f, 0x001a002f, 0, OP_UNIMPLEMENTED, F_DNM, "lfsr"},
	{0x0000007f, 0x00000013, 0, OP_ADD_IMM, F_DN_SIMM, "add"},
	{0x0000007f, 0x00000033, 0, OP_SUB_IMM, F_DN_SIMM, "sub"},
	{0x0300007f, 0x0000001b, 0, OP_ADD_IMM, F_DN_SIMM, "add"},
	{0x0300007f, 0x0000003b, 0, OP_SUB_IMM, F_DN_SIMM, "sub"},
	{0x0000001f, 0x00000006, 0, OP_LSR_IMM, F_DN_SHIFT, "lsr"},
	{0x0000001f, 0x00000016, 0, OP_LSL_IMM, F_DN_SHIFT, "lsl"},
	{0x0000001f, 0x0000000e, 0, OP_ASR_IMM, F_DN_SHIFT, "asr"},
	{0x000003ff, 0x0000001e, 0, OP_BITR, F_DN, "bitr"},
	{0x03ff001f, 0x0006000f, 0, OP_LSR_IMM, F_DN_SHIFT, "lsr"},
	{0x03ff001f, 0x0006001f, 0, OP_LSL_IMM, F_DN_SHIFT, "lsl"},
	{0x03ff001f, 0x000e000f, 0, OP_ASR_IMM, F_DN_SHIFT, "asr"},
	{0x03ff03ff, 0x000e001f, 0, OP_BITR, F_DN, "bitr"},
	/* Floating point, or integer multiplication, by CONFIG. */
	{0x0000007f, 0x00000007, 0, OP_FADD, F_DNM, "fadd"},
	{0x0000007f, 0x00000017, 0, OP_FSUB, F_DNM, "fsub"},
	{0x0000007f, 0x00000027, 0, OP_FMUL, F_DNM, "fmul"},
	{0x0000007f, 0x00000037, 0, OP_FMADD, F_DNM_TO, "fmadd"},
	{0x0000007f, 0x00000047, 0, OP_FMSUB, F_DNM_TO, "fmsub"},
	{0x0000007f, 0x00000057, 0, OP_FLOAT, F_DN, "float"},
	{0x0000007f, 0x00000067, 0, OP_FIX, F_DN, "fix"},
	{0x0000007f, 0x00000077, 0, OP_FABS, F_DN, "fabs"},
	{0x007f007f, 0x0007000f, 0, OP_FADD, F_DNM, "fadd"},
	{0x007f007f, 0x0007001f, 0, OP_FSUB, F_DNM, "fsub"},
	{0x007f007f, 0x0007002f, 0, OP_FMUL, F_DNM, "fmul"},
	{0x007f007f, 0x0007003f, 0, OP_FMADD, F_DNM_TO, "fmadd"},
	{0x007f007f, 0x0007004f, 0, OP_FMSUB, F_DNM_TO, "fmsub"},
	{0x007f007f, 0x0007005f, 0, OP_FLOAT, F_DN, "float"},
	{0x007f007f, 0x0007006f, 0, OP_FIX, F_DN, "fix"},
	{0x007f007f, 0x0007007f, 0, OP_FABS, F_DN, "fabs"},
	{0x007f007f, 0x0017000f, 0, OP_UNIMPLEMENTED, F_DN, "frecip"},
	{0x007f007f, 0x0017001f, 0, OP_UNIMPLEMENTED, F_DN, "fsqrt"},
	/* Control. */
	{0x0000ffff, 0x000001a2, 0, OP_NOP, F_NONE, "nop"},
	{0x0000ffff, 0x000003a2, 0, OP_NOP, F_NONE, "snop"},
	{0x0000ffff, 0x000001b2, 0, OP_IDLE, F_NONE, "idle"},
	{0x0000ffff, 0x000001c2, 0, OP_BKPT, F_NONE, "bkpt"},
	{0x0000ffff, 0x000003c2, 0, OP_MBKPT, F_NONE, "mbkpt"},
	{0x0000ffff, 0x000001d2, 0, OP_RTI, F_NONE, "rti"},
	{0x0000ffff, 0x00000182, 0, OP_WAND, F_NONE, "wand"},
	{0x0000ffff, 0x000001f2, 0, OP_SYNC, F_NONE, "sync"},
	{0x0000ffff, 0x00000192, 0, OP_GIE, F_NONE, "gie"},
	{0x0000ffff, 0x00000392, 0, OP_GID, F_NONE, "gid"},
	{0x000003ff, 0x000001e2, 0, OP_SWI, F_NUMBER, "swi"},
	{0x000003ff, 0x000003e2, 0, OP_TRAP, F_NUMBER, "trap"},
	{0xffffffff, 0x000f000f, 0, OP_UNIMPLEMENTED, F_NONE, "unimpl"},
	{0, 0, 0, OP_ILLEGAL, F_NONE, "*unknown*"},
};

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
