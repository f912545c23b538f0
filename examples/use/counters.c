/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counters for all cores: one step adds to many of them.  Each core adds 1 to its own
 * counter and to all below it, so counter 0 counts all cores.
 *
 * With 4 cores rank 0 says: counter 0 has 4
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
	struct weft_counters counters;
	struct weft_object object;
	struct weft_delegate delegate;
	uint32_t result;

	need(weft_counters_create(&counters, 0, weft_size()));
	object = weft_counters_object(&counters);
	need(weft_delegate_create(&delegate, &weft_under_queue, 0, &object, 1));
	need(weft_barrier(WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_COUNTERS_ADD_BELOW,
			weft_rank() | 1u << 16, &result, WEFT_FOREVER));
	need(weft_barrier(WEFT_FOREVER));
	need(weft_apply(&delegate, 0, WEFT_COUNTERS_ADD, 0, &result,
			WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("counter 0 has %u\n", (unsigned)result);
	}
	return 0;
}
