/* SPDX-License-Identifier: Apache-2.0 */
/* All barriers by name; a file of its own, since it links them all. */
#include "collectives/barrier/barriers.h"

static const struct barrier *const barriers[] = {BARRIERS(BARRIER_IN_ALL)};

const struct weft_barrier_algorithm *weft_barrier_algorithm(uint32_t i)
{
	for (uint32_t at = 0; at < sizeof(barriers) / sizeof(barriers[0]);
	     at++) {
		if (barriers[at] && i-- == 0) {
			return &barriers[at]->is;
		}
	}
	return NULL;
}
