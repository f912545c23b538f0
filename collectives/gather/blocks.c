/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/gather/blocks.h"

char weft_in_place;

size_t blocks_most(const struct blocks *b, uint32_t n)
{
	size_t most = 0;

	for (uint32_t i = 0; i < n; i++) {
		size_t bytes = blocks_bytes(b, i);

		most = bytes > most ? bytes : most;
	}
	return most;
}
