/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short messages from any core to any: rank 0 receives a number of each, in whatever order
 * they come.
 *
 * With 4 cores rank 0 says: 4 messages, sum 10
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	struct weft_fifo fifo;
	uint32_t word = weft_rank() + 1, sum = 0, n = weft_size();
	weft_rank_t from;

	need(weft_fifo_create(&fifo, 1));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_fifo_send(&fifo, 0, &word, 1, WEFT_FOREVER));
	for (uint32_t i = 0; weft_rank() == 0 && i < n; i++) {
		need(weft_fifo_receive(&fifo, &word, 1, NULL, &from,
				       WEFT_FOREVER));
		sum += word;
	}
	if (weft_rank() == 0) {
		printf("%u messages, sum %u\n", (unsigned)n, (unsigned)sum);
	}
	return 0;
}
