/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Multiply and divide by shifts and additions.
 *
 * Portable code has no multiply, divide or modulo by a variable: on one chip
 * (Epiphany) the compiler's code for them enables interrupts.  These functions
 * are for set-up, not for inner loops: each takes up to 32 steps.
 */
#ifndef TOPOLOGY_ARITH_H
#define TOPOLOGY_ARITH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint32_t arith_mul(uint32_t a, uint32_t b)
{
	uint32_t product = 0;

	for (; b; b >>= 1, a <<= 1) {
		if (b & 1) {
			product += a;
		}
	}
	return product;
}

/*
 * Is n times `each` below 2^log2, with log2 less than the bits of a size?  Usual sizes take
 * no steps.
 */
static inline bool arith_fits(size_t each, uint32_t n, uint32_t log2)
{
	size_t all = 0;

	if (log2 >= 30 && (each | n) >> 15 == 0) {
		return true;
	}
	for (; n; n >>= 1, each <<= 1) {
		all += n & 1 ? each : 0;
		if (each >> log2 > 0 || all >> log2 > 0) {
			return false;
		}
	}
	return true;
}

/* Returns a / b, and the remainder in *rest.  b must not be 0. */
static inline uint32_t arith_div(uint32_t a, uint32_t b, uint32_t *rest)
{
	uint32_t quotient = 0, bit = 1;

	/* Shift b up as far as a reaches; the comparison cannot overflow. */
	while (b <= a >> 1) {
		b <<= 1;
		bit <<= 1;
	}
	for (; bit; bit >>= 1, b >>= 1) {
		if (a >= b) {
			a -= b;
			quotient |= bit;
		}
	}
	*rest = a;
	return quotient;
}

/* Returns the least r with 2^r >= n; 0 for n <= 1. */
static inline uint32_t arith_log2_ceil(uint32_t n)
{
	uint32_t r = 0;

	for (uint32_t left = n > 0 ? n - 1 : 0; left; left >>= 1) {
		r++;
	}
	return r;
}

/* Returns (a + b) mod n for a, b < n <= 2^31. */
static inline uint32_t arith_add_mod(uint32_t a, uint32_t b, uint32_t n)
{
	uint32_t sum = a + b;

	return sum >= n ? sum - n : sum;
}

/* Returns (a - b) mod n for a, b < n. */
static inline uint32_t arith_sub_mod(uint32_t a, uint32_t b, uint32_t n)
{
	uint32_t rest = a - b;

	return a >= b ? rest : rest + n;
}

#endif
