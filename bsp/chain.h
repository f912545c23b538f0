/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chains: records one after another, in blocks from malloc that stay for the next
 * superstep.  A record lies in one block and does not move.
 */
#ifndef BSP_CHAIN_H
#define BSP_CHAIN_H

#include <stdint.h>

#include "arch/small.h"

struct chain_block {
	struct chain_block *next;
	uint32_t size, used;
	_Alignas(8) char data[];
};

/* Blocks behind `last` hold nothing now. */
struct chain {
	struct chain_block *first, *last;
	uint32_t bytes; /* of all records */
};

/* A block with room for n bytes becomes the last.  Panics if there is no memory. */
ARCH_COLD struct chain_block *chain_grow(struct chain *chain, uint32_t n);

/* Room for a record, aligned as the multiples are of which all of them have sizes. */
static inline void *chain_add(struct chain *chain, uint32_t n)
{
	struct chain_block *b = chain->last;
	char *at;

	if (!b || n > b->size - b->used) {
		b = chain_grow(chain, n);
	}
	at = b->data + b->used;
	b->used += n;
	chain->bytes += n;
	return at;
}

/* Forgets all records and keeps the blocks; frees the blocks. */
void chain_clear(struct chain *chain);
ARCH_COLD void chain_free(struct chain *chain);

/* A way along the records of a chain, to which nothing is added meanwhile. */
struct chain_walk {
	const struct chain *chain;
	struct chain_block *block;
	uint32_t at;
};

static inline struct chain_walk chain_start(const struct chain *chain)
{
	return (struct chain_walk){chain, chain->bytes > 0 ? chain->first : 0,
				   0};
}

/* The next record; null behind the last.  chain_skip says how long it is. */
static inline void *chain_here(struct chain_walk *walk)
{
	while (walk->block && walk->at == walk->block->used) {
		walk->block = walk->block == walk->chain->last
				      ? 0
				      : walk->block->next;
		walk->at = 0;
	}
	return walk->block ? walk->block->data + walk->at : 0;
}

static inline void chain_skip(struct chain_walk *walk, uint32_t n)
{
	walk->at += n;
}

/* Sizes are rounded up to what is aligned. */
static inline uint32_t chain_pad(uint32_t n, uint32_t to)
{
	return (n + to - 1) & -to;
}

#endif
