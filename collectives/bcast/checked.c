/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/checked.h"

#if WEFT_CHECK
#include "arch/arch.h"
#include "collectives/barrier/agree.h"
#include "runtime/console.h"
#include "runtime/text.h"
#include "runtime/wait.h"

bool checked_inside;

static void say(uint32_t root, size_t bytes)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line) - 1);

	text_str(&t, "weft: checksum: a broadcast of ");
	text_u64(&t, bytes);
	text_str(&t, " bytes from root ");
	text_u64(&t, root);
	text_str(&t, " was damaged");
	*t.at = 0;
	rt_console_control(line);
}

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
		error = agree(&mine, &within);
		if (error == WEFT_ERR_MISMATCH && arch_rank() == root) {
			say(root, bytes);
		}
	}
	return error == WEFT_ERR_MISMATCH ? WEFT_ERR_DAMAGED : error;
}
#endif
