/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole numbers modulo the prime 65537: a field like the real numbers, in which answers
 * are exact and a product needs no division.
 */
#ifndef EXAMPLES_FIELD_H
#define EXAMPLES_FIELD_H

#include <stdint.h>

#define FIELD_PRIME UINT32_C(65537)
#define FIELD_ROOT  UINT32_C(3) /* its powers are all numbers but 0 */

static inline uint32_t field_add(uint32_t a, uint32_t b)
{
	uint32_t sum = a + b;

	return sum >= FIELD_PRIME ? sum - FIELD_PRIME : sum;
}

static inline uint32_t field_sub(uint32_t a, uint32_t b)
{
	return a >= b ? a - b : a + FIELD_PRIME - b;
}

/* 65536 is -1. */
static inline uint32_t field_mul(uint32_t a, uint32_t b)
{
	uint32_t product = a * b; /* 2^32 becomes 0, and -1 times -1 is 1 */

	return a == 65536 && b == 65536
		       ? 1
		       : field_sub(product & 0xffff, product >> 16);
}

static inline uint32_t field_power(uint32_t a, uint32_t n)
{
	uint32_t power = 1;

	for (; n > 0; n >>= 1) {
		power = n & 1 ? field_mul(power, a) : power;
		a = field_mul(a, a);
	}
	return power;
}

/* Of a that is not 0 (P. de Fermat). */
static inline uint32_t field_inverse(uint32_t a)
{
	return field_power(a, FIELD_PRIME - 2);
}

#endif
