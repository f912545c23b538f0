/* SPDX-License-Identifier: Apache-2.0 */
/* Elements that are combined by what does not commute. */
#ifndef TESTS_TARGET_AFFINE_H
#define TESTS_TARGET_AFFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* x -> ax + b: one after another, which does not commute. */
struct affine {
	uint16_t a, b;
};

static inline void chain(void *into, const void *from, size_t n)
{
	struct affine *x = into;
	const struct affine *y = from;

	for (size_t i = 0; i < n; i++) {
		x[i] = (struct affine){
			(uint16_t)(x[i].a * (uint32_t)y[i].a),
			(uint16_t)(x[i].a * (uint32_t)y[i].b + x[i].b)};
	}
}

/* One that `key` draws for that rank and place. */
static inline struct affine part(uint32_t key, uint32_t rank, uint32_t i)
{
	uint32_t x = (key + rank * 0x10001) * 1664525 + i * 40503 + 12345;

	x ^= x >> 13;
	x *= 0x9e3779b1;
	return (struct affine){(uint16_t)(x >> 16 | 1), (uint16_t)x};
}

static inline bool is(struct affine x, uint16_t a, uint16_t b)
{
	return x.a == a && x.b == b;
}

#endif
