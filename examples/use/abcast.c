/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast: any core sends to all others at any time, and only the sender
 * calls; here all send at once, and each takes what the others have sent.
 *
 * With 4 cores rank 0 says: 3 messages, sum 9
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
	uint32_t me = weft_rank(), others = weft_size() - 1, sum = 0, word;
	struct weft_message message;

	need(weft_abcast(&me, sizeof(me), WEFT_FOREVER));
	for (uint32_t i = 0; i < others; i++) {
		need(weft_abcast_recv(&word, sizeof(word), &message,
				      WEFT_FOREVER));
		sum += word + 1;
	}
	if (me == 0) {
		printf("%u messages, sum %u\n", (unsigned)others,
		       (unsigned)sum);
	}
	return sum == weft_size() * (weft_size() + 1) / 2 - (me + 1) ? 0 : 1;
}
