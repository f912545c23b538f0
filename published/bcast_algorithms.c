/* SPDX-License-Identifier: Apache-2.0 */
/* All broadcasts by name; a file of its own, since it links them all. */
#include "collectives/bcast/bcast.h"

BCAST_LIST(bcast, bcast_all, BCAST_IN_ALL)

const struct weft_bcast_algorithm *weft_bcast_algorithm(uint32_t i)
{
	for (uint32_t at = 0; at < bcast_all_end; at++) {
		if (bcast_all[at] && i-- == 0) {
			return &bcast_all[at]->is;
		}
	}
	return NULL;
}
