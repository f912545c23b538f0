/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A segment: memory of a core that others store into.  Each core stores its square at its
 * place of rank 0's.
 *
 * With 4 cores rank 0 says: squares 0 1 4 9
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static uint32_t room[64];
static struct weft_am_segment rows = {.memory = room, .bytes = sizeof(room)};

int main(void)
{
	static struct weft_am_remote there;
	uint32_t me = weft_rank(), n = weft_size(), square = me * me;

	need(weft_am_begin(WEFT_AM_INTERRUPT));
	need(weft_am_segment_open(1, &rows));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_am_map(&there, 0, 1, 0, WEFT_FOREVER));
	need(weft_am_store(&there, 4 * me, &square, sizeof(square),
			   WEFT_FOREVER));
	if (me == 0) {
		need(weft_am_wait(&rows.stored, 4 * n, WEFT_FOREVER));
		printf("squares %u %u %u %u\n", (unsigned)room[0],
		       (unsigned)room[1], (unsigned)room[2], (unsigned)room[3]);
	}
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	return 0;
}
