/* SPDX-License-Identifier: Apache-2.0 */
/* Leaving out of a list what is not needed for a failure. */
#ifndef SIM_EXPLORE_SHRINK_H
#define SIM_EXPLORE_SHRINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shrink {
	void *items; /* made shorter in place */
	size_t size; /* of one */
	uint32_t n;
	uint32_t most; /* attempts */
	bool (*fails)(const void *items, uint32_t n);
};

/*
 * First the shortest beginning that fails, by halving; then, from the end,
 * halves of what is left, quarters, .. down to single ones, until none can go or
 * `most` attempts were made (the delta debugging of A. Zeller and R.
 * Hildebrandt, 2002, without its complements).
 */
void shrink(struct shrink *list);

#endif
