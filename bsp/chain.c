/* SPDX-License-Identifier: Apache-2.0 */
#include "bsp/chain.h"

#include <stdlib.h>

#include "runtime/panic.h"

enum {
	LEAST = 128, /* bytes of a block with its head; twice as many each time */
	MOST = 4096,
};

ARCH_COLD struct chain_block *chain_grow(struct chain *chain, uint32_t n)
{
	struct chain_block **place =
		chain->last ? &chain->last->next : &chain->first;
	struct chain_block *b = *place;
	uint32_t size = chain->last ? 2 * chain->last->size : LEAST;

	if (!b || b->size < n) {
		size = size > MOST ? MOST : size;
		/* Whole words: what pads a run of any length is in its block, too. */
		size = size < n ? chain_pad(n, sizeof(uint64_t)) : size;
		b = malloc(sizeof(*b) + size);
		if (!b) {
			rt_panic("bsp: no memory for what a superstep asks "
				 "for");
		}
		b->size = size;
		b->next = *place;
		*place = b;
	}
	b->used = 0;
	chain->last = b;
	return b;
}

void chain_clear(struct chain *chain)
{
	chain->last = NULL;
	chain->bytes = 0;
}

ARCH_COLD void chain_free(struct chain *chain)
{
	while (chain->first) {
		struct chain_block *b = chain->first;

		chain->first = b->next;
		free(b);
	}
	chain_clear(chain);
}
