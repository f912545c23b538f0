/* SPDX-License-Identifier: Apache-2.0 */
/* Where the blocks of a buffer are: what all that moves blocks shares. */
#ifndef COLLECTIVES_GATHER_BLOCKS_H
#define COLLECTIVES_GATHER_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <weft/gather.h>

/* A buffer's blocks, one a rank. */
struct blocks {
	char *base;
	size_t each;              /* bytes, if count is null */
	const size_t *count, *at; /* of each, both or none */
	bool listed;              /* both */
};

/*
 * These initialise one.  They are no functions: GCC copies what a function returns by
 * calls of memcpy, six in a gather.
 */
#define BLOCKS_OF(where, bytes)                                                \
	{                                                                      \
		(char *)(uintptr_t)(where), (bytes), NULL, NULL, false         \
	}
#define BLOCKS_LISTED(where, counts, places)                                   \
	{                                                                      \
		(char *)(uintptr_t)(where), 0, (counts), (places), true        \
	}

static inline size_t blocks_bytes(const struct blocks *b, uint32_t i)
{
	return b->count ? b->count[i] : b->each;
}

static inline char *blocks_at(const struct blocks *b, uint32_t i)
{
	size_t at = 0;

	if (b->at) {
		return b->base + b->at[i];
	}
	for (size_t each = b->each; i > 0; i >>= 1, each <<= 1) {
		at += i & 1 ? each : 0;
	}
	return b->base + at;
}

enum {
	BLOCKS_LOG2 = sizeof(size_t) * 8 - 1 /* bytes of all memory, or fewer */
};

/*
 * May n such blocks lie in memory?  False: sizes or places would wrap.  Those of
 * buffers that are not there do.
 */
bool blocks_fit(const struct blocks *b, uint32_t n);

/* The bytes of the largest of n. */
size_t blocks_most(const struct blocks *b, uint32_t n);

/* Is there a buffer?  A size of 0 needs none. */
static inline bool lacks(const void *p, size_t bytes)
{
	return bytes > 0 && !p;
}

/* A core's block for itself, which no MPB sees. */
static inline void blocks_own(char *to, const char *from, size_t bytes)
{
	if (from != WEFT_IN_PLACE && to != WEFT_IN_PLACE && from != to &&
	    bytes > 0) {
		memcpy(to, from, bytes);
	}
}

#endif
