// SPDX-License-Identifier: Apache-2.0
/*
 * The floating point unit, or the integer multiplier that CONFIG makes of it.
 *
 * Single precision by the host's own; denormals are flushed to zero on the way
 * in and out; NaNs are made one NaN, so that hosts agree.
 */
#include <fenv.h>
#include <math.h>

#include "emu/epiphany/chip.h"
#include "emu/epiphany/host.h"

enum {
	EXPONENT = 0x7f800000,
	FRACTION = 0x007fffff,
	NOT_A_NUMBER = 0x7fc00000,
};

static bool denormal(uint32_t bits)
{
	return !(bits & EXPONENT) && (bits & FRACTION);
}

static float to_float(uint32_t bits)
{
	float value;

	if (denormal(bits)) {
		bits &= 0x80000000;
	}
	memcpy(&value, &bits, 4);
	return value;
}

static uint32_t to_bits(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, 4);
	return bits;
}

/* The arithmetic itself: volatile, so that the rounding mode is heeded. */
static float compute(enum op op, float d, float n, float m)
{
	volatile float a = n, b = m, c = d, result;

	switch (op) {
	case OP_FADD:
		result = a + b;
		break;
	case OP_FSUB:
		result = a - b;
		break;
	case OP_FMUL:
		result = a * b;
		break;
	case OP_FMADD:
		result = fmaf(a, b, c);
		break;
	default:
		result = fmaf(-a, b, c);
		break;
	}
	return result;
}

struct result {
	uint32_t bits;
	bool overflow, invalid, underflow;
};

/*
 * A product of which nothing is left, not even a denormal.  Sums and differences of
 * two numbers vanish only where they are exactly 0.
 */
static bool vanished(enum op op, float d, float n, float m, float value)
{
	return value == 0 && n != 0 && m != 0 &&
	       (op == OP_FMUL ||
		((op == OP_FMADD || op == OP_FMSUB) && d == 0));
}

/* Truncation leaves the largest number where a sum or product is beyond it. */
static bool overflows(const struct core *core, float value)
{
	return isinf(value) ||
	       ((core->config & CONFIG_TRUNCATE) && fetestexcept(FE_OVERFLOW));
}

static struct result floating(const struct core *core, const struct insn *in)
{
	/* rd counts for FMADD and FMSUB only. */
	float d = to_float(core->r[in->source]);
	float n = to_float(core->r[in->rn]), m = to_float(core->r[in->rm]);
	enum op op = (enum op)in->op;
	float value = compute(op, d, n, m);
	struct result result = {.bits = to_bits(value)};

	if (isnan(value)) {
		result.bits = NOT_A_NUMBER;
		result.invalid = true;
	} else if (overflows(core, value)) {
		result.overflow = isfinite(n) && isfinite(m) && isfinite(d);
	} else if (denormal(result.bits) || vanished(op, d, n, m, value)) {
		result.bits &= 0x80000000;
		result.underflow = true;
	}
	return result;
}

/* To an integer: rounded as CONFIG says, and what is too large is the most. */
static struct result fix(const struct core *core, const struct insn *in)
{
	float value = to_float(core->r[in->rn]);
	struct result result = {0};

	if (isnan(value)) {
		result.bits = UINT32_MAX;
		result.invalid = true;
	} else if (value >= 0x1p31f) {
		result.bits = INT32_MAX;
		result.overflow = true;
	} else if (value < -0x1p31f) {
		result.bits = 0x80000000;
		result.overflow = true;
	} else {
		result.bits = (uint32_t)(int32_t)nearbyintf(value);
	}
	return result;
}

static struct result float_operation(struct core *core, const struct insn *in)
{
	bool truncate = core->config & CONFIG_TRUNCATE;
	struct result result = {0};
	volatile int32_t whole = (int32_t)core->r[in->rn];
	volatile float value;

	if (truncate) {
		fesetround(FE_TOWARDZERO);
		feclearexcept(FE_OVERFLOW);
	}
	if (in->op == OP_FIX) {
		result = fix(core, in);
	} else if (in->op == OP_FLOAT) {
		value = (float)whole;
		result.bits = to_bits(value);
	} else if (in->op == OP_FABS) {
		result.bits = to_bits(to_float(core->r[in->rn])) & 0x7fffffff;
	} else {
		result = floating(core, in);
	}
	if (truncate) {
		fesetround(FE_TONEAREST);
	}
	return result;
}

static uint32_t integer(struct core *core, const struct insn *in)
{
	uint32_t d = core->r[in->rd], n = core->r[in->rn], m = core->r[in->rm];

	switch ((enum op)in->op) {
	case OP_FADD:
		return n + m;
	case OP_FSUB:
		return n - m;
	case OP_FMUL:
		return n * m;
	case OP_FMADD:
		return d + n * m;
	case OP_FMSUB:
		return d - n * m;
	default:
		core_die(core, "FLOAT, FIX or FABS in integer mode");
	}
}

static void set_flags(struct core *core, const struct result *result,
		      bool is_zero)
{
	core->status &= ~(uint32_t)ST_B_FLAGS;
	core->status |= (is_zero ? ST_BZ : 0u) |
			(result->bits >> 31 ? ST_BN : 0u) |
			(result->overflow ? (uint32_t)(ST_BV | ST_BVS) : 0u) |
			(result->invalid ? ST_BIS : 0u) |
			(result->underflow ? ST_BUS : 0u);
}

void core_fpu(struct core *core, const struct insn *in)
{
	struct result result = {0};
	bool as_integer = (core->config & CONFIG_ARITHMETIC) == CONFIG_INTEGER;

	if (as_integer) {
		result.bits = integer(core, in);
	} else {
		result = float_operation(core, in);
	}
	core->r[in->rd] = result.bits;
	set_flags(core, &result,
		  as_integer || in->op == OP_FIX ? !result.bits
						 : !(result.bits & 0x7fffffff));
	if ((result.invalid && (core->config & CONFIG_INVALID)) ||
	    (result.overflow && (core->config & CONFIG_OVERFLOW)) ||
	    (result.underflow && (core->config & CONFIG_UNDERFLOW))) {
		core_exception(core, CAUSE_FPU);
	}
}
