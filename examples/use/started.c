/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started collectives: a broadcast and a sum go on while the core computes.
 *
 * With 4 cores rank 0 says: sum 10 and 16 words from rank 3, computed 5050 meanwhile
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
	static uint32_t words[16];
	struct weft_request bcast, reduce;
	uint32_t last = weft_size() - 1, mine = weft_rank() + 1, sum, own = 0;

	words[15] = weft_rank() == last ? 15 : 0;
	need(weft_bcast_start(words, sizeof(words), last, WEFT_WORLD, &bcast));
	need(weft_allreduce_start(&mine, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
				  &reduce));
	need(weft_compute_begin());
	for (uint32_t i = 1; i <= 100; i++) {
		own += i;
	}
	need(weft_compute_end());
	need(weft_wait(&bcast, WEFT_COMPLETE, WEFT_FOREVER));
	need(weft_wait(&reduce, WEFT_COMPLETE, WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("sum %u and %u words from rank %u, computed %u "
		       "meanwhile\n",
		       (unsigned)sum, (unsigned)words[15] + 1, (unsigned)last,
		       (unsigned)own);
	}
	return words[15] == 15 ? 0 : 1;
}
