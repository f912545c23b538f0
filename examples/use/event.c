/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events: rank 0 sleeps until another core notifies it; no notification is lost, whether
 * it comes before or after the wait begins.
 *
 * With 4 cores rank 0 says: 3 notifications
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
	weft_event_t event;
	uint32_t others = weft_size() - 1, seen;

	need(weft_event_open(WEFT_ANYONE, &event));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	if (weft_rank() != 0) {
		need(weft_notify(0));
		return 0;
	}
	while ((seen = weft_event_stage(event)) != others) {
		need(weft_event_wait(event, seen, WEFT_FOREVER));
	}
	printf("%u notifications\n", (unsigned)seen);
	return 0;
}
