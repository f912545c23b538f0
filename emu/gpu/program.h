/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A PTX text, read: what clang makes of C.  What it has besides, and what is no PTX, ends
 * the program by name, with the line.
 */
#ifndef EMU_GPU_PROGRAM_H
#define EMU_GPU_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where things are, as generic addresses; in global memory an address is itself. */
enum {
	SHARED_BASE = 0x01000000,
	LOCAL_BASE = 0x02000000,
	CODE_BASE = 0x03000000,
	CODE_STEP = 16, /* from one function's address to the next one's */
	WINDOW_BYTES = 0x01000000,
};
#define GLOBAL_BASE 0x200000000u

enum type {
	TYPE_PRED,
	TYPE_B8,
	TYPE_B16,
	TYPE_B32,
	TYPE_B64,
	TYPE_U8,
	TYPE_U16,
	TYPE_U32,
	TYPE_U64,
	TYPE_S8,
	TYPE_S16,
	TYPE_S32,
	TYPE_S64,
	TYPE_F32,
	TYPE_F64,
	TYPE_B128, /* two registers in a row */
	TYPES,
};

enum op {
	OP_ABS,
	OP_ADD,
	OP_AND,
	OP_ATOM,
	OP_BARRIER,
	OP_BFE,
	OP_BFI,
	OP_BRA,
	OP_CALL,
	OP_CLZ,
	OP_CVT,
	OP_CVTA,
	OP_DIV,
	OP_EXIT,
	OP_FENCE,
	OP_FMA,
	OP_ISSPACEP,
	OP_LD,
	OP_MAD,
	OP_MAX,
	OP_MIN,
	OP_MOV,
	OP_MUL,
	OP_NANOSLEEP,
	OP_NEG,
	OP_NOT,
	OP_OR,
	OP_PACK,
	OP_POPC,
	OP_RED,
	OP_REM,
	OP_RET,
	OP_SELP,
	OP_SETP,
	OP_SHF,
	OP_SHL,
	OP_SHR,
	OP_SQRT,
	OP_ST,
	OP_SUB,
	OP_TRAP,
	OP_UNPACK,
	OP_XOR,
	OP_RCP,
	OPS,
};

enum space {
	SPACE_GENERIC,
	SPACE_GLOBAL,
	SPACE_SHARED,
	SPACE_LOCAL,
	SPACE_PARAM, /* IN, OUT or RETURN in an operand's `param` */
};

enum param {
	PARAM_NONE,
	PARAM_IN,     /* this function's */
	PARAM_OUT,    /* those of the call that follows */
	PARAM_RETURN, /* the result, of either */
};

enum order {
	ORDER_WEAK,
	ORDER_RELAXED,
	ORDER_ACQUIRE,
	ORDER_RELEASE,
	ORDER_BOTH,
	ORDER_SC,
};

enum how {
	HOW_NONE,
	/* comparisons; those of floats that are true of NaN, too */
	HOW_EQ,
	HOW_NE,
	HOW_LT,
	HOW_LE,
	HOW_GT,
	HOW_GE,
	HOW_EQU,
	HOW_NEU,
	HOW_LTU,
	HOW_LEU,
	HOW_GTU,
	HOW_GEU,
	HOW_NUM,
	HOW_NAN,
	/* halves of products; funnels; what atoms do */
	HOW_LOW,
	HOW_HIGH,
	HOW_WIDE,
	HOW_LEFT,
	HOW_RIGHT,
	HOW_EXCH,
	HOW_CAS,
	HOW_ADD,
	HOW_AND,
	HOW_OR,
	HOW_XOR,
	HOW_MIN,
	HOW_MAX,
	/* cvta.to */
	HOW_TO,
	/* to integers: toward zero, down, up, to the nearest */
	HOW_RZI,
	HOW_RMI,
	HOW_RPI,
	HOW_RNI,
};

/* A register that is always 0, and one that has where the function's frame lies. */
enum {
	ZERO_REGISTER,
	LOCAL_REGISTER,
	FIRST_REGISTER,
};

/* Registers that are none: `reg` is this, `imm` says which. */
#define SPECIAL_REGISTER (1u << 30)
enum special {
	SPECIAL_BLOCK,
	SPECIAL_TIME,
	SPECIAL_CLOCK,
	SPECIAL_TID_X,
	SPECIAL_TID_Y,
	SPECIAL_NTID_X,
	SPECIAL_NTID_Y,
	SPECIALS,
};

/* A value: a register's, and a constant. */
struct operand {
	uint32_t reg;
	uint8_t width; /* of a register: bytes, 0 for a predicate */
	uint8_t param; /* enum param */
	uint64_t imm;
};

enum {
	OPERANDS = 5
};

struct insn {
	uint8_t op, type, from; /* from: cvt's source */
	uint8_t how, space, order;
	uint8_t wide;   /* scope of the whole chip, or more */
	uint8_t vector; /* 1, 2, 4 */
	uint8_t unless; /* the guard is negated */
	uint8_t operands;
	uint32_t guard; /* a predicate's register, or 0 */
	uint32_t line;
	struct operand o[OPERANDS];
};

struct function {
	const char *name;
	struct insn *insns;
	uint32_t count, registers;
	uint32_t local; /* bytes of its frame in local memory */
	uint32_t out;   /* bytes of arguments of its calls, at most */
	uint32_t in;    /* bytes of its own */
	bool defined;
};

struct program {
	struct function *functions;
	uint32_t count;
	uint32_t shared_bytes;
	uint8_t *constants; /* at GLOBAL_BASE */
	uint32_t constant_bytes;
};

extern struct program program;

/* Read it; `name` is for messages. */
void program_read(const char *text, const char *name);

/* The number of the function of that name, or death. */
uint32_t program_function(const char *name);

static inline unsigned type_bytes(unsigned type)
{
	static const uint8_t bytes[TYPES] = {0, 1, 2, 4, 8, 1, 2, 4,
					     8, 1, 2, 4, 8, 4, 8, 16};

	return bytes[type];
}

static inline bool type_signed(unsigned type)
{
	return type >= TYPE_S8 && type <= TYPE_S64;
}

#endif
