/* SPDX-License-Identifier: Apache-2.0 */
/* The decode table's rows: isa_table.c has them, isa.c and isa_text.c read them. */
#ifndef EMU_EPIPHANY_ISA_TABLE_H
#define EMU_EPIPHANY_ISA_TABLE_H

#include "emu/epiphany/isa.h"

/* Which operands, and how they are written. */
enum isa_form {
	F_NONE,
	F_BRANCH,       /* target */
	F_N,            /* rn */
	F_RTS,          /* rn, not written */
	F_INDEX,        /* rd,[rn,+/-rm] */
	F_POST_X,       /* rd,[rn],+/-rm */
	F_DISP,         /* rd,[rn,imm] */
	F_POST,         /* rd,[rn],imm */
	F_DN,           /* rd,rn */
	F_DNM,          /* rd,rn,rm */
	F_DNM_TO,       /* the same, and rd is read too */
	F_IMM,          /* rd,imm */
	F_DN_SIMM,      /* rd,rn,imm */
	F_DN_SHIFT,     /* rd,rn,imm */
	F_TO_SPECIAL,   /* special,rd */
	F_FROM_SPECIAL, /* rd,special */
	F_NUMBER,       /* imm */
};

struct isa_row {
	uint32_t mask, match;
	uint32_t also; /* bits that must be set besides */
	enum op op;
	enum isa_form form;
	const char *name; /* %c: condition, %s: size */
};

extern const struct isa_row isa_table[];

enum {
	HAS_D = 1,
	HAS_N = 2,
	HAS_M = 4,
	READS_D = 8,
};

/* The operands of a form, as a set of the above. */
static inline int isa_has(enum isa_form form, int what)
{
	static const uint8_t sets[] = {
		[F_N] = HAS_N,
		[F_RTS] = HAS_N,
		[F_INDEX] = HAS_D | HAS_N | HAS_M,
		[F_POST_X] = HAS_D | HAS_N | HAS_M,
		[F_DISP] = HAS_D | HAS_N,
		[F_POST] = HAS_D | HAS_N,
		[F_DN] = HAS_D | HAS_N,
		[F_DNM] = HAS_D | HAS_N | HAS_M,
		[F_DNM_TO] = HAS_D | HAS_N | HAS_M | READS_D,
		[F_IMM] = HAS_D,
		[F_DN_SIMM] = HAS_D | HAS_N,
		[F_DN_SHIFT] = HAS_D | HAS_N,
		[F_TO_SPECIAL] = HAS_D | READS_D,
		[F_FROM_SPECIAL] = HAS_D,
		[F_NUMBER] = 0,
	};

	return sets[form] & what;
}

static inline int isa_stores(enum op op)
{
	return op == OP_STORE || op == OP_STORE_X || op == OP_STORE_POST ||
	       op == OP_STORE_POST_X || op == OP_TESTSET;
}

#endif
