/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions: RV32IM, and what Blackhole has beyond it. */
#ifndef EMU_TENSIX_ISA_H
#define EMU_TENSIX_ISA_H

#include <stdint.h>

enum {
	REGISTERS_ALL = 33,
	R_NOWHERE = 32, /* in place of x0 where an instruction writes */
	ISA_CSR_VALUE = 1 << 12, /* in imm, which has the value above it */
};

enum op {
	OP_NONE, /* not decoded */
	OP_ILLEGAL,
	/* RV32I */
	OP_LUI,
	OP_AUIPC,
	OP_JAL,
	OP_JALR,
	OP_BEQ,
	OP_BNE,
	OP_BLT,
	OP_BGE,
	OP_BLTU,
	OP_BGEU,
	OP_LB,
	OP_LH,
	OP_LW,
	OP_LBU,
	OP_LHU,
	OP_SB,
	OP_SH,
	OP_SW,
	OP_ADDI,
	OP_SLTI,
	OP_SLTIU,
	OP_XORI,
	OP_ORI,
	OP_ANDI,
	OP_SLLI,
	OP_SRLI,
	OP_SRAI,
	OP_ADD,
	OP_SUB,
	OP_SLL,
	OP_SLT,
	OP_SLTU,
	OP_XOR,
	OP_SRL,
	OP_SRA,
	OP_OR,
	OP_AND,
	OP_FENCE,
	OP_ECALL,
	OP_EBREAK,
	/* M */
	OP_MUL,
	OP_MULH,
	OP_MULHSU,
	OP_MULHU,
	OP_DIV,
	OP_DIVU,
	OP_REM,
	OP_REMU,
	/* Zicsr; imm: the register */
	OP_CSRRW,
	OP_CSRRS,
	OP_CSRRC,
	OP_MRET,
	/* Zaamo; imm: which */
	OP_AMO,
	/* Zba, Zbb */
	OP_SH1ADD,
	OP_SH2ADD,
	OP_SH3ADD,
	OP_ANDN,
	OP_ORN,
	OP_XNOR,
	OP_CLZ,
	OP_CTZ,
	OP_CPOP,
	OP_MAX,
	OP_MAXU,
	OP_MIN,
	OP_MINU,
	OP_SEXTB,
	OP_SEXTH,
	OP_ZEXTH,
	OP_ROL,
	OP_ROR,
	OP_RORI,
	OP_ORCB,
	OP_REV8,
};

struct insn {
	uint8_t op, rd, rs1, rs2;
	int32_t imm;
};

/* `more`: with what Blackhole has. */
struct insn isa_decode(uint32_t word, int more);

#endif
