// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "emu/gpu/alu.h"

static double number(uint64_t bits, unsigned type)
{
	double d;
	float f;

	if (type == TYPE_F64) {
		memcpy(&d, &bits, 8);
		return d;
	}
	memcpy(&f, &bits, 4);
	return f;
}

static uint64_t bits_of(double d, unsigned type)
{
	uint64_t bits = 0;
	float f = (float)d;

	if (type == TYPE_F64) {
		memcpy(&bits, &d, 8);
	} else {
		memcpy(&bits, &f, 4);
	}
	return bits;
}

static bool floating(unsigned type)
{
	return type >= TYPE_F32;
}

/* Both 32-bit operations are exact in a double before they are rounded, but for fma. */
static bool compute_float(const struct insn *insn, const uint64_t v[OPERANDS],
			  uint64_t *result)
{
	unsigned type = insn->type;
	double a = number(v[1], type), b = number(v[2], type), d;

	switch (insn->op) {
	case OP_ABS:
		d = fabs(a);
		break;
	case OP_ADD:
		d = a + b;
		break;
	case OP_DIV:
		d = a / b;
		break;
	case OP_FMA:
		if (type == TYPE_F32) {
			d = fmaf((float)a, (float)b, (float)number(v[3], type));
			break;
		}
		d = fma(a, b, number(v[3], type));
		break;
	case OP_MAX:
		d = fmax(a, b);
		break;
	case OP_MIN:
		d = fmin(a, b);
		break;
	case OP_MUL:
		d = a * b;
		break;
	case OP_NEG:
		d = -a;
		break;
	case OP_RCP:
		d = 1 / a;
		break;
	case OP_SQRT:
		d = sqrt(a);
		break;
	case OP_SUB:
		d = a - b;
		break;
	default:
		return false;
	}
	*result = bits_of(d, type);
	return true;
}

static bool holds(int order, unsigned how)
{
	switch (how) {
	case HOW_EQ:
	case HOW_EQU:
		return order == 0;
	case HOW_NE:
	case HOW_NEU:
		return order != 0;
	case HOW_LT:
	case HOW_LTU:
		return order < 0;
	case HOW_LE:
	case HOW_LEU:
		return order <= 0;
	case HOW_GT:
	case HOW_GTU:
		return order > 0;
	case HOW_GE:
	case HOW_GEU:
		return order >= 0;
	default:
		return how == HOW_NUM;
	}
}

static bool compare(const struct insn *insn, uint64_t a, uint64_t b)
{
	if (floating(insn->type)) {
		double x = number(a, insn->type), y = number(b, insn->type);

		if (isnan(x) || isnan(y)) {
			return insn->how >= HOW_EQU && insn->how <= HOW_NAN &&
			       insn->how != HOW_NUM;
		}
		return holds((x > y) - (x < y), insn->how);
	}
	if (type_signed(insn->type)) {
		return holds(((int64_t)a > (int64_t)b) -
				     ((int64_t)a < (int64_t)b),
			     insn->how);
	}
	return holds((a > b) - (a < b), insn->how);
}

static double whole(double d, unsigned how)
{
	switch (how) {
	case HOW_RMI:
		return floor(d);
	case HOW_RPI:
		return ceil(d);
	case HOW_RNI:
		return nearbyint(d);
	default:
		return trunc(d);
	}
}

/* What does not fit becomes the nearest that does. */
static uint64_t to_integer(double d, unsigned type)
{
	unsigned bits = 8 * type_bytes(type) - type_signed(type);
	double most = ldexp(1, (int)bits),
	       least = type_signed(type) ? -most : 0;

	if (isnan(d)) {
		return 0;
	}
	if (d >= most) {
		return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
	}
	if (d < least) {
		d = least;
	}
	return type_signed(type) ? (uint64_t)(int64_t)d : (uint64_t)d;
}

static uint64_t convert(const struct insn *insn, uint64_t a)
{
	unsigned to = insn->type, from = insn->from;

	if (floating(from)) {
		double d = number(a, from);

		return floating(to)
			       ? bits_of(insn->how ? whole(d, insn->how) : d,
					 to)
			       : to_integer(whole(d, insn->how), to);
	}
	a = alu_cut(a, from);
	if (!floating(to)) {
		return alu_cut(a, to);
	}
	if (to == TYPE_F32) {
		float f = type_signed(from) ? (float)(int64_t)a : (float)a;

		return bits_of(f, to);
	}
	return bits_of(type_signed(from) ? (double)(int64_t)a : (double)a, to);
}

static uint64_t multiply(const struct insn *insn, uint64_t a, uint64_t b)
{
	unsigned bits = 8 * type_bytes(insn->type);
	__int128 s = (__int128)(int64_t)a * (int64_t)b;
	unsigned __int128 u = (unsigned __int128)a * b;

	if (insn->how == HOW_HIGH) {
		return type_signed(insn->type) ? (uint64_t)(s >> bits)
					       : (uint64_t)(u >> bits);
	}
	return (uint64_t)u;
}

static uint64_t divide(const struct insn *insn, uint64_t a, uint64_t b)
{
	bool rest = insn->op == OP_REM;

	if (b == 0) {
		return rest ? a : UINT64_MAX; /* as the chip happens to do */
	}
	if (!type_signed(insn->type)) {
		return rest ? a % b : a / b;
	}
	if (b == UINT64_MAX) {
		return rest ? 0 : -a;
	}
	return (uint64_t)(rest ? (int64_t)a % (int64_t)b
			       : (int64_t)a / (int64_t)b);
}

static uint64_t shift(const struct insn *insn, uint64_t a, uint32_t n)
{
	unsigned bits = 8 * type_bytes(insn->type);

	if (insn->op == OP_SHL) {
		return n >= bits ? 0 : a << n;
	}
	if (type_signed(insn->type)) {
		return (uint64_t)((int64_t)a >> (n >= bits ? bits - 1 : n));
	}
	return n >= bits ? 0 : a >> n;
}

static uint64_t field(const struct insn *insn, const uint64_t v[OPERANDS])
{
	unsigned bits = 8 * type_bytes(insn->type), at, n;
	uint64_t mask, sign;

	if (insn->op == OP_BFI) { /* a into b */
		at = v[3] & 0xff;
		n = v[4] & 0xff;
		mask = at >= bits
			       ? 0
			       : (n >= 64 ? UINT64_MAX : (1ull << n) - 1) << at;
		return (v[2] & ~mask) | ((at >= bits ? 0 : v[1] << at) & mask);
	}
	at = v[2] & 0xff;
	n = v[3] & 0xff;
	mask = n >= 64 ? UINT64_MAX : (1ull << n) - 1;
	sign = type_signed(insn->type) && n && at + n <= bits
		       ? (v[1] >> (at + n - 1)) & 1
		       : 0;
	return ((at >= 64 ? 0 : v[1] >> at) & mask) | (sign ? ~mask : 0);
}

static uint64_t funnel(const struct insn *insn, const uint64_t v[OPERANDS])
{
	uint64_t both = (v[2] << 32) | (uint32_t)v[1];
	unsigned n = v[3] & 31;

	return insn->how == HOW_LEFT ? (both << n) >> 32 : both >> n;
}

bool alu_compute(const struct insn *insn, const uint64_t v[OPERANDS],
		 uint64_t *result)
{
	uint64_t a = v[1], b = v[2];
	bool sign = type_signed(insn->type);
	bool less = sign ? (int64_t)a < (int64_t)b : a < b;

	if (floating(insn->type) && compute_float(insn, v, result)) {
		return true;
	}
	switch (insn->op) {
	case OP_ABS:
		*result = (int64_t)a < 0 ? -a : a;
		return true;
	case OP_ADD:
		*result = a + b;
		return true;
	case OP_AND:
		*result = a & b;
		return true;
	case OP_BFE:
	case OP_BFI:
		*result = field(insn, v);
		return true;
	case OP_CLZ:
		*result = a ? (unsigned)__builtin_clzll(a) -
					  (64 - 8 * type_bytes(insn->type))
			    : 8 * type_bytes(insn->type);
		return true;
	case OP_CVT:
		*result = convert(insn, a);
		return true;
	case OP_DIV:
	case OP_REM:
		*result = divide(insn, a, b);
		return true;
	case OP_MAD:
		*result = multiply(insn, a, b) + v[3];
		return true;
	case OP_MAX:
		*result = less ? b : a;
		return true;
	case OP_MIN:
		*result = less ? a : b;
		return true;
	case OP_MOV:
		*result = a;
		return true;
	case OP_MUL:
		*result = multiply(insn, a, b);
		return true;
	case OP_NEG:
		*result = -a;
		return true;
	case OP_NOT:
		*result = insn->type == TYPE_PRED ? !a : ~a;
		return true;
	case OP_OR:
		*result = a | b;
		return true;
	case OP_POPC:
		*result = (unsigned)__builtin_popcountll(a);
		return true;
	case OP_SELP:
		*result = v[3] & 1 ? a : b;
		return true;
	case OP_SETP:
		*result = compare(insn, a, b);
		return true;
	case OP_SHF:
		*result = funnel(insn, v);
		return true;
	case OP_SHL:
	case OP_SHR:
		*result = shift(insn, a, (uint32_t)b);
		return true;
	case OP_SUB:
		*result = a - b;
		return true;
	case OP_XOR:
		*result = a ^ b;
		return true;
	default:
		return false;
	}
}
