// SPDX-License-Identifier: Apache-2.0
#include <stdbool.h>

#include "emu/tensix/isa.h"

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
	return word >> low & ((2u << (high - low)) - 1);
}

static int32_t imm_i(uint32_t word)
{
	return (int32_t)word >> 20;
}

static int32_t imm_s(uint32_t word)
{
	return ((int32_t)word >> 25) * 32 + (int32_t)bits(word, 11, 7);
}

static int32_t imm_b(uint32_t word)
{
	return ((int32_t)word >> 31) * 4096 +
	       (int32_t)(bits(word, 7, 7) << 11 | bits(word, 30, 25) << 5 |
			 bits(word, 11, 8) << 1);
}

static int32_t imm_j(uint32_t word)
{
	return ((int32_t)word >> 31) * (1 << 20) +
	       (int32_t)(bits(word, 19, 12) << 12 | bits(word, 20, 20) << 11 |
			 bits(word, 30, 21) << 1);
}

/* By funct3. */
static const uint8_t branches[] = {OP_BEQ, OP_BNE, 0,       0,
				   OP_BLT, OP_BGE, OP_BLTU, OP_BGEU};
static const uint8_t loads[] = {OP_LB, OP_LH, OP_LW, 0, OP_LBU, OP_LHU, 0, 0};
static const uint8_t stores[] = {OP_SB, OP_SH, OP_SW, 0, 0, 0, 0, 0};
static const uint8_t immediates[] = {OP_ADDI, 0, OP_SLTI, OP_SLTIU,
				     OP_XORI, 0, OP_ORI,  OP_ANDI};
static const uint8_t csrs[] = {0, OP_CSRRW, OP_CSRRS, OP_CSRRC,
			       0, OP_CSRRW, OP_CSRRS, OP_CSRRC};

/* By funct7, funct3. */
static const struct row {
	uint8_t seven, three, op;
	bool more; /* Blackhole's */
} registers[] = {
	{0, 0, OP_ADD, false},    {32, 0, OP_SUB, false},
	{0, 1, OP_SLL, false},    {0, 2, OP_SLT, false},
	{0, 3, OP_SLTU, false},   {0, 4, OP_XOR, false},
	{0, 5, OP_SRL, false},    {32, 5, OP_SRA, false},
	{0, 6, OP_OR, false},     {0, 7, OP_AND, false},
	{1, 0, OP_MUL, false},    {1, 1, OP_MULH, false},
	{1, 2, OP_MULHSU, false}, {1, 3, OP_MULHU, false},
	{1, 4, OP_DIV, false},    {1, 5, OP_DIVU, false},
	{1, 6, OP_REM, false},    {1, 7, OP_REMU, false},
	{16, 2, OP_SH1ADD, true}, {16, 4, OP_SH2ADD, true},
	{16, 6, OP_SH3ADD, true}, {32, 7, OP_ANDN, true},
	{32, 6, OP_ORN, true},    {32, 4, OP_XNOR, true},
	{5, 6, OP_MAX, true},     {5, 7, OP_MAXU, true},
	{5, 4, OP_MIN, true},     {5, 5, OP_MINU, true},
	{48, 1, OP_ROL, true},    {48, 5, OP_ROR, true},
};

static uint8_t find(uint32_t seven, uint32_t three, int more)
{
	for (unsigned i = 0; i < sizeof(registers) / sizeof(*registers); i++) {
		const struct row *row = &registers[i];

		if (row->seven == seven && row->three == three &&
		    (more || !row->more)) {
			return row->op;
		}
	}
	return OP_ILLEGAL;
}

/* Zbb's instructions of one operand, by the immediate. */
static uint8_t unary(uint32_t word)
{
	switch (word >> 20 | bits(word, 14, 12) << 12) {
	case 0x1600:
		return OP_CLZ;
	case 0x1601:
		return OP_CTZ;
	case 0x1602:
		return OP_CPOP;
	case 0x1604:
		return OP_SEXTB;
	case 0x1605:
		return OP_SEXTH;
	case 0x5287:
		return OP_ORCB;
	case 0x5698:
		return OP_REV8;
	default:
		return OP_ILLEGAL;
	}
}

static void decode_shift(struct insn *in, uint32_t word, int more)
{
	uint32_t seven = word >> 25, left = bits(word, 14, 12) == 1;

	in->imm = (int32_t)bits(word, 24, 20);
	if (seven == 0) {
		in->op = left ? OP_SLLI : OP_SRLI;
	} else if (seven == 32 && !left) {
		in->op = OP_SRAI;
	} else if (more && seven == 48 && !left) {
		in->op = OP_RORI;
	} else {
		in->op = more ? unary(word) : OP_ILLEGAL;
	}
}

static void decode_system(struct insn *in, uint32_t word, int more)
{
	uint32_t three = bits(word, 14, 12);

	in->op = OP_ILLEGAL;
	if (word == 0x73) {
		in->op = OP_ECALL;
	} else if (word == 0x100073) {
		in->op = OP_EBREAK;
	} else if (more && word == 0x30200073) {
		in->op = OP_MRET;
	} else if (more && csrs[three]) {
		in->op = csrs[three];
		in->imm = (int32_t)(word >> 20);
		if (three & 4) {
			in->imm |= ISA_CSR_VALUE | in->rs1 << 16;
			in->rs1 = 0;
		}
	}
}

/* There is no lr or sc; aq and rl mean nothing more. */
static void decode_amo(struct insn *in, uint32_t word, int more)
{
	uint32_t five = word >> 27;

	in->imm = (int32_t)five;
	in->op = more && bits(word, 14, 12) == 2 &&
				 (five == 0 || five == 1 || five == 4 ||
				  five == 8 || five == 12 || five == 16 ||
				  five == 20 || five == 24 || five == 28)
			 ? OP_AMO
			 : OP_ILLEGAL;
}

static uint8_t or_illegal(uint8_t op)
{
	return op ? op : OP_ILLEGAL;
}

struct insn isa_decode(uint32_t word, int more)
{
	uint32_t three = bits(word, 14, 12);
	struct insn in = {
		.op = OP_ILLEGAL,
		.rd = (uint8_t)bits(word, 11, 7),
		.rs1 = (uint8_t)bits(word, 19, 15),
		.rs2 = (uint8_t)bits(word, 24, 20),
		.imm = imm_i(word),
	};

	in.rd = in.rd ? in.rd : R_NOWHERE;
	switch (word & 0x7f) {
	case 0x37:
	case 0x17:
		in.op = word & 0x20 ? OP_LUI : OP_AUIPC;
		in.imm = (int32_t)(word & 0xfffff000);
		in.rs1 = in.rs2 = 0;
		break;
	case 0x6f:
		in.op = OP_JAL;
		in.imm = imm_j(word);
		in.rs1 = in.rs2 = 0;
		break;
	case 0x67:
		in.op = three ? OP_ILLEGAL : OP_JALR;
		in.rs2 = 0;
		break;
	case 0x63:
		in.op = or_illegal(branches[three]);
		in.imm = imm_b(word);
		break;
	case 0x03:
		in.op = or_illegal(loads[three]);
		in.rs2 = 0;
		break;
	case 0x23:
		in.op = or_illegal(stores[three]);
		in.imm = imm_s(word);
		break;
	case 0x13:
		in.rs2 = 0;
		in.op = immediates[three];
		if (!in.op) {
			decode_shift(&in, word, more);
		}
		break;
	case 0x33:
		in.op = find(word >> 25, three, more);
		if (more && (word & 0xfff0707f) == 0x08004033) {
			in.op = OP_ZEXTH;
		}
		break;
	case 0x0f:
		in.op = three ? OP_ILLEGAL : OP_FENCE;
		in.rs1 = in.rs2 = 0;
		break;
	case 0x73:
		in.rs2 = 0;
		decode_system(&in, word, more);
		break;
	case 0x2f:
		decode_amo(&in, word, more);
		break;
	}
	return in;
}
