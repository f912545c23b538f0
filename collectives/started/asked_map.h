/* SPDX-License-Identifier: Apache-2.0 */
/* Where the words and rooms of asked.h are, and which teams there are. */
#ifndef COLLECTIVES_STARTED_ASKED_MAP_H
#define COLLECTIVES_STARTED_ASKED_MAP_H

#include <string.h>

#include "collectives/started/asked.h"
#include "runtime/part.h"
#include "topology/arith.h"

enum {
	ASKED_BYTES = 2 * sizeof(uint32_t) > ARCH_FLAG_STRIDE
			      ? 2 * sizeof(uint32_t)
			      : ARCH_FLAG_STRIDE
		, /* from one room's words to the next one's */
	/* Half words beside those of others: where words may be. */
	ASKED_HALVES = ARCH_FLAG_STRIDE == sizeof(uint32_t),
	ASKED_AT_ONCE = ASKED_HALVES ? 8 : 1, /* words of asks that are read */
};

/* From one ask to the next, log2. */
static inline uint32_t asked_stride(const struct asked *a)
{
	return ASKED_HALVES && a->lean ? 1 : 2;
}

/* The ask by rank j. */
static inline uint32_t asked_ask(const struct asked *a, uint32_t j)
{
	return a->asks +
	       (ASKED_HALVES ? j << asked_stride(a) : j * ARCH_FLAG_STRIDE);
}

/* .. which is the i-th of these words, or half words. */
static inline uint32_t asked_among(const struct asked *a, const void *words,
				   uint32_t i)
{
	uint16_t half;
	uint32_t word;

	if (ASKED_HALVES && a->lean) {
		memcpy(&half, (const char *)words + (i << 1), sizeof(half));
		return half;
	}
	memcpy(&word, (const char *)words + (i << 2), sizeof(word));
	return word;
}

static inline uint32_t asked_word(const struct asked *a, uint32_t place)
{
	return a->words + place * ASKED_BYTES;
}

static inline uint32_t asked_data(const struct asked *a, uint32_t place)
{
	return a->rooms + arith_mul(a->piece, place);
}

/* The block that rank `from` has for this core, or that this one has for rank `to`. */
static inline uint32_t asked_place_of(uint32_t rank, bool one)
{
	return one ? 0 : rank;
}

extern struct asked *asked_teams; /* all of this core */
rt_round asked_round;

#endif
