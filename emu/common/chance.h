/* SPDX-License-Identifier: Apache-2.0 */
/* Chance, from a seed: xorshift. */
#ifndef EMU_COMMON_CHANCE_H
#define EMU_COMMON_CHANCE_H

#include <stdint.h>

/* The state to begin with; never 0. */
static inline uint64_t chance_begin(uint64_t seed)
{
	seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
	seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
	return (seed ^ (seed >> 31)) | 1;
}

/* A number below `limit`. */
static inline uint32_t chance_below(uint64_t *state, uint32_t limit)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)((*state >> 32) * limit >> 32);
}

#endif
