/* SPDX-License-Identifier: Apache-2.0 */
/* All barriers by name; a file of its own, since it links them all. */
#include "collectives/barrier/barriers.h"

#include <weft/published/barrier.h>

const struct choose_candidate *const barrier_all[] = {BARRIERS(BARRIER_IN_ALL)};
const uint32_t barrier_all_end = sizeof(barrier_all) / sizeof(barrier_all[0]);

bool weft_barrier_algorithm(uint32_t i, struct weft_barrier_algorithm *found)
{
	for (uint32_t at = 0; at < barrier_all_end; at++) {
		const struct barrier *barrier = (const void *)barrier_all[at];

		if (barrier && i-- == 0) {
			*found = (struct weft_barrier_algorithm){
				barrier->choose.name, barrier->all};
			return true;
		}
	}
	return false;
}
