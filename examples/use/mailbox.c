/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A mailbox: a queue of short messages at one core, whose size does not grow with the
 * cores.
 *
 * With 4 cores rank 0 says: 4 messages, sum 10
 */
#include <stdio.h>

#include <weft/published/mailbox.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	struct weft_mailbox box;
	uint32_t word = weft_rank() + 1, sum = 0, n = weft_size();

	need(weft_mailbox_create(&box, 0, 8, WEFT_MAILBOX_TICKET));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	if (weft_rank() != 0) {
		need(weft_mailbox_send(&box, &word, 1, WEFT_FOREVER));
		return 0;
	}
	for (uint32_t i = 1; i < n; i++) {
		uint32_t got;

		need(weft_mailbox_receive(&box, &got, 1, NULL, WEFT_FOREVER));
		sum += got;
	}
	printf("%u messages, sum %u\n", (unsigned)n, (unsigned)(sum + word));
	return 0;
}
