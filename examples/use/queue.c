/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue of words for all cores: each puts its rank, and takes a word; together they
 * take all.
 *
 * With 4 cores rank 0 says: each word was taken once
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
	struct weft_queue queue;
	struct weft_object object;
	struct weft_delegate delegate;
	uint32_t result;

	need(weft_queue_create(&queue, 0, weft_size()));
	object = weft_queue_object(&queue);
	need(weft_delegate_create(&delegate, &weft_under_queue, 0, &object, 1));
	need(weft_barrier(WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_QUEUE_PUT, weft_rank() + 1, NULL,
			WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_QUEUE_TAKE, 0, &result,
			WEFT_FOREVER));
	printf("I have taken %u\n", (unsigned)result);
	need(weft_barrier(WEFT_FOREVER));
	need(weft_allreduce(&result, &result, 1, &weft_sum_uint32,
			    WEFT_TEAM_WORLD, WEFT_FOREVER));
	if (weft_rank() == 0 && result == weft_size() * (weft_size() + 1) / 2) {
		printf("each word was taken once\n");
	}
	return 0;
}
