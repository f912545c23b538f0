/* SPDX-License-Identifier: Apache-2.0 */
/* Where the words and rooms of asked.h are, and which teams there are. */
#ifndef COLLECTIVES_STARTED_ASKED_MAP_H
#define COLLECTIVES_STARTED_ASKED_MAP_H

#include "collectives/started/asked.h"
#include "runtime/part.h"
#include "topology/arith.h"

enum {
	ASKED_BYTES = 2 * sizeof(uint32_t) > ARCH_FLAG_STRIDE
			      ? 2 * sizeof(uint32_t)
			      : ARCH_FLAG_STRIDE
		, /* from one pair of words .. */
	ASKED_WORDS = ASKED_BYTES / sizeof(uint32_t), /* .. to the next */
	ASKED_AT_ONCE = ASKED_BYTES < 32 ? 32 / ASKED_BYTES : 1, /* are read */
};

/* The words of an ask by rank j. */
static inline uint32_t asked_ask(const struct asked *a, uint32_t j)
{
	return a->asks + j * ASKED_BYTES;
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
