/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/checked.h"

#if WEFT_CHECK
#include "arch/arch.h"
#include "collectives/barrier/agree.h"
#include "messages/sound.h"
#include "runtime/wait.h"

bool checked_inside;

int checked(checked_bcast *bcast, void *data, size_t bytes, weft_rank_t root,
	    weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = WEFT_ERR_MISMATCH;

	for (uint32_t try = 0;
	     error == WEFT_ERR_MISMATCH && try < CHECKED_TRIES; try++) {
		struct agree mine = {0};

		checked_inside = true;
		error = bcast(data, bytes, root, agree_left(deadline));
		checked_inside = false;
		if (error || bytes == 0 || arch_count() == 1) {
			return error;
		}
		mine.k = rt_crc(0, data, bytes);
		within = agree_left(deadline);
		error = agree(&agree_world, &mine, &within);
		if (error == WEFT_ERR_MISMATCH && arch_rank() == root) {
			sound_say("a broadcast", bytes, "root", root);
		}
	}
	return error == WEFT_ERR_MISMATCH ? WEFT_ERR_DAMAGED : error;
}
#endif
