/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Split-phase: a get from another core's segment is started, and waited for when its data
 * are wanted.  And an atomic addition to a word there.
 *
 * With 4 cores rank 0 says: rank 3 has 30; 4 have added
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
	static struct weft_am_remote next, first;
	static struct weft_am_counter mine;
	uint32_t me = weft_rank(), n = weft_size(), got = 0;

	room[1] = 10 * me;
	need(weft_am_begin(WEFT_AM_INTERRUPT));
	need(weft_am_segment_open(1, &rows));
	need(weft_am_barrier(WEFT_FOREVER));
	need(weft_am_map(&next, n - 1 - me, 1, 0, WEFT_FOREVER));
	need(weft_am_map(&first, 0, 1, 0, WEFT_FOREVER));

	need(weft_am_get(&got, &next, 4, sizeof(got), &mine, WEFT_FOREVER));
	need(weft_am_fetch_add(&first, 0, 1, NULL, NULL, WEFT_FOREVER));
	need(weft_am_sync(&mine, WEFT_FOREVER)); /* now it is there */
	need(weft_am_barrier(WEFT_FOREVER));
	if (me == 0) {
		printf("rank %u has %u; %u have added\n", (unsigned)(n - 1),
		       (unsigned)got, (unsigned)room[0]);
	}
	return got == 10 * (n - 1 - me) ? 0 : 1;
}
