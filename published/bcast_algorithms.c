/* SPDX-License-Identifier: Apache-2.0 */
/* All broadcasts by name; a file of its own, since it links them all. */
#include "collectives/bcast/bcast.h"

#include <weft/published/bcast.h>

BCAST_LIST_ALL

bool weft_bcast_algorithm(uint32_t i, struct weft_bcast_algorithm *found)
{
	for (uint32_t at = 0; at < bcast_all_end; at++) {
		const struct bcast *bcast = (const void *)bcast_all[at];

		if (bcast && i-- == 0) {
			*found = (struct weft_bcast_algorithm){
				bcast->choose.name, bcast->all,
				bcast->choose.bytes};
			return true;
		}
	}
	return false;
}
