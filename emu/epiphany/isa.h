/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions of the Epiphany: what a word of code means.
 *
 * The table in isa_table.c is the one description of the encoding; the decoder, the
 * disassembler and the test against objdump all read it.  It was written from
 * binutils' cpu/epiphany.cpu.
 */
#ifndef EMU_EPIPHANY_ISA_H
#define EMU_EPIPHANY_ISA_H

#include <stddef.h>
#include <stdint.h>

/* What an instruction does; execute.c has one case for each. */
enum op {
	OP_NONE, /* not decoded yet */
	OP_ILLEGAL,
	OP_UNIMPLEMENTED, /* encoded, but on later chips only */
	OP_BRANCH,
	OP_CALL,
	OP_JUMP_REG,
	OP_CALL_REG,
	OP_LOAD,        /* [rn, imm] */
	OP_LOAD_X,      /* [rn, +/-rm] */
	OP_LOAD_POST,   /* [rn], imm */
	OP_LOAD_POST_X, /* [rn], +/-rm */
	OP_STORE,
	OP_STORE_X,
	OP_STORE_POST,
	OP_STORE_POST_X,
	OP_TESTSET,
	OP_MOV_IF,
	OP_MOV_IMM,
	OP_MOVT,
	OP_MOVTS,
	OP_MOVFS,
	OP_ADD,
	OP_SUB,
	OP_AND,
	OP_ORR,
	OP_EOR,
	OP_LSL,
	OP_LSR,
	OP_ASR,
	OP_ADD_IMM,
	OP_SUB_IMM,
	OP_LSL_IMM,
	OP_LSR_IMM,
	OP_ASR_IMM,
	OP_BITR,
	OP_FADD,
	OP_FSUB,
	OP_FMUL,
	OP_FMADD,
	OP_FMSUB,
	OP_FLOAT,
	OP_FIX,
	OP_FABS,
	OP_NOP,
	OP_IDLE,
	OP_BKPT,
	OP_MBKPT,
	OP_RTI,
	OP_WAND,
	OP_SYNC,
	OP_GIE,
	OP_GID,
	OP_SWI,
	OP_TRAP,
};

/* Conditions of branches and moves; isa.c evaluates them by table. */
enum {
	COND_ALWAYS = 14,
	COND_COUNT = 16,
};

/* An operand that is not there: register 64 always reads 0. */
#define NO_REG 64u

/* Decoded once a place in memory, so that executing looks at no bits. */
struct insn {
	uint8_t op;
	uint8_t bytes;      /* 2 or 4 */
	uint8_t rd, rn, rm; /* NO_REG where there is none */
	uint8_t source;     /* rd once more if it is read, for the timing */
	uint8_t cond;       /* condition, or log2 of the size in bytes */
	uint8_t row;        /* of the table, for the disassembler */
	int32_t imm;        /* scaled; of [rn, -rm] it is -1, of +rm 0 */
};

/* The length of the instruction that begins with this half word. */
static inline unsigned isa_bytes(uint32_t word)
{
	return (0xbb00u >> (word & 15)) & 1 ? 4 : 2;
}

/* Decode; never fails: what is no instruction becomes OP_ILLEGAL. */
struct insn isa_decode(uint32_t word);

/*
 * Which conditions hold, a bit each, by the flags AZ AN AC AV BZ BN BV, in this
 * order from bit 0: STATUS bits 4 to 10.
 */
extern uint16_t isa_conditions[128];
void isa_init(void);

/* The text that objdump would print, at most `size` bytes with its NUL. */
void isa_text(const struct insn *in, uint32_t pc, char *text, size_t size);

#endif
