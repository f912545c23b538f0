/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of cores: a bit each. */
#ifndef TOPOLOGY_BITS_H
#define TOPOLOGY_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline void bits_set(uint32_t *bits, uint32_t i)
{
	bits[i >> 5] |= UINT32_C(1) << (i & 31);
}

static inline void bits_clear(uint32_t *bits, uint32_t i)
{
	bits[i >> 5] &= ~(UINT32_C(1) << (i & 31));
}

static inline void bits_flip(uint32_t *bits, uint32_t i)
{
	bits[i >> 5] ^= UINT32_C(1) << (i & 31);
}

static inline bool bits_has(const uint32_t *bits, uint32_t i)
{
	return bits[i >> 5] >> (i & 31) & 1;
}

/* The lowest of a word that is not 0. */
static inline uint32_t bits_lowest(uint32_t word)
{
	return (uint32_t)__builtin_ctz(word);
}

#endif
