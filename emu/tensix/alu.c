// SPDX-License-Identifier: Apache-2.0
#include "emu/tensix/alu.h"

static uint32_t divide(int32_t a, int32_t b, bool rest)
{
	if (!b) {
		return rest ? (uint32_t)a : UINT32_MAX;
	}
	if (b == -1) {
		return rest ? 0 : 0u - (uint32_t)a;
	}
	return (uint32_t)(rest ? a % b : a / b);
}

uint32_t alu_long(unsigned op, uint32_t a, uint32_t b)
{
	int64_t sa = (int32_t)a, sb = (int32_t)b;

	switch (op) {
	case OP_MUL:
		return a * b;
	case OP_MULH:
		return (uint32_t)((uint64_t)(sa * sb) >> 32);
	case OP_MULHSU:
		return (uint32_t)((uint64_t)(sa * (int64_t)b) >> 32);
	case OP_MULHU:
		return (uint32_t)((uint64_t)a * b >> 32);
	case OP_DIV:
		return divide((int32_t)a, (int32_t)b, false);
	case OP_REM:
		return divide((int32_t)a, (int32_t)b, true);
	case OP_DIVU:
		return b ? a / b : UINT32_MAX;
	default:
		return b ? a % b : a;
	}
}

static uint32_t magnitude(uint32_t x, bool is_signed)
{
	return is_signed && x >> 31 ? 0u - x : x;
}

/* A division: 2, or 6 and one for each bit of the quotient. */
uint32_t alu_clocks(unsigned op, uint32_t a, uint32_t b)
{
	bool is_signed = op == OP_DIV || op == OP_REM;
	uint32_t quotient;

	if (op < OP_DIV) {
		return T_MULTIPLY;
	}
	a = magnitude(a, is_signed);
	b = magnitude(b, is_signed);
	if (!b || a < b) {
		return T_DIVIDE_SHORT;
	}
	quotient = a / b;
	quotient = 32 - (uint32_t)__builtin_clz(quotient);
	return T_DIVIDE_LEAST + (quotient < 27 ? quotient : 27);
}

static uint32_t all_or_none(uint32_t a)
{
	uint32_t result = 0;

	for (unsigned i = 0; i < 32; i += 8) {
		result |= (a >> i & 0xff) ? 0xffu << i : 0;
	}
	return result;
}

static uint32_t turned(uint32_t a, uint32_t left)
{
	left &= 31;
	return left ? a << left | a >> (32 - left) : a;
}

uint32_t alu_bits(unsigned op, uint32_t a, uint32_t b)
{
	switch (op) {
	case OP_SH1ADD:
	case OP_SH2ADD:
	case OP_SH3ADD:
		return (a << (op - OP_SH1ADD + 1)) + b;
	case OP_ANDN:
		return a & ~b;
	case OP_ORN:
		return a | ~b;
	case OP_XNOR:
		return ~(a ^ b);
	case OP_CLZ:
		return a ? (uint32_t)__builtin_clz(a) : 32;
	case OP_CTZ:
		return a ? (uint32_t)__builtin_ctz(a) : 32;
	case OP_CPOP:
		return (uint32_t)__builtin_popcount(a);
	case OP_MAX:
		return (int32_t)a > (int32_t)b ? a : b;
	case OP_MAXU:
		return a > b ? a : b;
	case OP_MIN:
		return (int32_t)a < (int32_t)b ? a : b;
	case OP_MINU:
		return a < b ? a : b;
	case OP_SEXTB:
		return (uint32_t)(int8_t)a;
	case OP_SEXTH:
		return (uint32_t)(int16_t)a;
	case OP_ZEXTH:
		return (uint16_t)a;
	case OP_ROL:
		return turned(a, b);
	case OP_ROR:
		return turned(a, 32 - (b & 31));
	case OP_ORCB:
		return all_or_none(a);
	default:
		return __builtin_bswap32(a);
	}
}
