/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue of work on each core; a core that has none left steals from the others.
 *
 * With 4 cores rank 0 says: all 24 pieces of work are done
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

enum {
	ROOM = 16 /* pieces of work in a queue, at most */
};

WEFT_MPB_HEAP(3200); /* a queue, and a line for each core's lock */

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	uint32_t n = weft_size(), me = weft_rank(), done = 0, all, piece;
	struct weft_shared first, *queue = calloc(n, sizeof(*queue));
	struct weft_delegate *by = calloc(n, sizeof(*by));

	need(queue && by ? WEFT_OK : WEFT_ERR_SPACE);
	need(weft_shared_create(&first, &weft_queue, 0, ROOM));
	for (weft_rank_t i = 0; i < n; i++) {
		need(weft_shared_at(&queue[i], &first, i));
		need(weft_delegate_create(&by[i], &weft_under_tas, i,
					  &queue[i].object, 1));
	}
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	for (uint32_t i = 0; i < (me & 3) * ROOM / 4; i++) {
		need(weft_apply(&by[me], 0, WEFT_QUEUE_PUT, i, NULL,
				WEFT_FOREVER));
	}
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	for (weft_rank_t i = 0; i < n;) {
		weft_rank_t from = me + i < n ? me + i : me + i - n;

		need(weft_apply(&by[from], 0,
				i ? WEFT_QUEUE_TAKE : WEFT_QUEUE_TAKE_LAST, 0,
				&piece, WEFT_FOREVER));
		i += piece == WEFT_NOTHING;
		done += piece != WEFT_NOTHING;
	}
	need(weft_allreduce(&done, &all, 1, &weft_sum_uint32, WEFT_WORLD,
			    WEFT_FOREVER));
	if (me == 0) {
		printf("all %u pieces of work are done\n", (unsigned)all);
	}
	return 0;
}
