/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/blocks.h"
#include "topology/arith.h"

char weft_in_place;

bool blocks_fit(const struct blocks *b, uint32_t n)
{
	const size_t most = SIZE_MAX >> 1;

	if (!b->count || !b->at) {
		return arith_fits(b->each, n, BLOCKS_LOG2);
	}
	for (uint32_t i = 0; i < n; i++) {
		if (b->count[i] > most || b->at[i] > most - b->count[i]) {
			return false;
		}
	}
	return true;
}

size_t blocks_most(const struct blocks *b, uint32_t n)
{
	size_t most = 0;

	for (uint32_t i = 0; i < n; i++) {
		size_t bytes = blocks_bytes(b, i);

		most = bytes > most ? bytes : most;
	}
	return most;
}
