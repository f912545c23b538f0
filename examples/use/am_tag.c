/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages with tags, of any size, from whoever sends first.
 *
 * With 4 cores rank 0 says: 3 results, sum 6
 */
#include <stdio.h>

#include <weft/published/am_tag.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

enum {
	RESULT = 5
};

int main(void)
{
	uint32_t me = weft_rank(), others = weft_size() - 1, word = me, sum = 0;

	need(weft_am_begin(WEFT_AM_POLL));
	if (me != 0) {
		need(weft_am_send(0, RESULT, &word, sizeof(word),
				  WEFT_FOREVER));
	}
	for (uint32_t i = 0; me == 0 && i < others; i++) {
		struct weft_am_received what = {.from = WEFT_ANYONE,
						.tag = RESULT};

		need(weft_am_receive(&what, &word, sizeof(word), WEFT_FOREVER));
		sum += word;
	}
	if (me == 0) {
		printf("%u results, sum %u\n", (unsigned)others, (unsigned)sum);
	}
	need(weft_am_barrier(WEFT_FOREVER));
	return 0;
}
