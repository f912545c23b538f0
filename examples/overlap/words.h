/* SPDX-License-Identifier: Apache-2.0 */
/* Random words and checksums of words, short enough for a handler. */
#ifndef OVERLAP_WORDS_H
#define OVERLAP_WORDS_H

#include <stdint.h>

/* G. Marsaglia's xorshift; the state is never 0. */
static inline uint32_t words_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Below n, without a division. */
static inline uint32_t words_below(uint32_t *state, uint32_t n)
{
	return (uint32_t)((uint64_t)words_random(state) * n >> 32);
}

/* Goes on from `hash`, so that a message may come in pieces. */
static inline uint32_t words_hash(uint32_t hash, const uint32_t *words,
				  uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		hash = (hash << 5 | hash >> 27) ^ words[i];
		hash *= 0x9e3779b1;
	}
	return hash;
}

#endif
