/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts of a Fourier transform over a finite field (examples/field.h) of n numbers, a
 * square of `side` rows; `root` is of order n.  See D. Bailey, "FFTs in External or
 * Hierarchical Memory", 1990: transpose, transform rows, twist them, transpose,
 * transform rows, transpose.
 */
#ifndef EXAMPLES_FOURIER_H
#define EXAMPLES_FOURIER_H

#include "examples/field.h"
#include "examples/numbers.h"

/* What is to be transformed. */
static inline uint32_t fourier_number(uint32_t i)
{
	return random_at(i) & 0xffff;
}

/* Of order n, a power of 2. */
static inline uint32_t fourier_root(uint32_t n)
{
	return field_power(FIELD_ROOT, (FIELD_PRIME - 1) / n);
}

/* Of n numbers; 0 if n is no power of 4 up to 65536. */
static inline uint32_t fourier_side(uint32_t n)
{
	uint32_t side = 1;

	while (side < 256 && side * side < n) {
		side *= 2;
	}
	return side * side == n ? side : 0;
}

/* Radix 2: bits reversed, then butterflies of growing width (J. Cooley, J. Tukey, 1965). */
static inline void fourier_row(uint32_t *row, uint32_t side, uint32_t root)
{
	for (uint32_t i = 1, j = 0; i < side; i++) {
		uint32_t bit = side >> 1, value = row[i];

		for (; j & bit; bit >>= 1) {
			j ^= bit;
		}
		j ^= bit;
		if (i < j) {
			row[i] = row[j];
			row[j] = value;
		}
	}
	for (uint32_t half = 1; half < side; half *= 2) {
		uint32_t turn = field_power(root, side * side / (2 * half));
		uint32_t factor = 1;

		for (uint32_t k = 0; k < half; k++) {
			for (uint32_t i = k; i < side; i += 2 * half) {
				uint32_t odd = field_mul(row[i + half], factor);

				row[i + half] = field_sub(row[i], odd);
				row[i] = field_add(row[i], odd);
			}
			factor = field_mul(factor, turn);
		}
	}
}

/* Row y of the square. */
static inline void fourier_twist(uint32_t *row, uint32_t side, uint32_t root,
				 uint32_t y)
{
	uint32_t turn = field_power(root, y), factor = 1;

	for (uint32_t x = 0; x < side; x++) {
		row[x] = field_mul(row[x], factor);
		factor = field_mul(factor, turn);
	}
}

/* Number k of the transform, by its definition. */
static inline uint32_t fourier_defined(uint32_t n, uint32_t root, uint32_t k)
{
	uint32_t turn = field_power(root, k), sum = 0;

	for (uint32_t i = n; i-- > 0;) {
		sum = field_add(field_mul(sum, turn), fourier_number(i));
	}
	return sum;
}

#endif
