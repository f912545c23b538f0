/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a broadcast brings, piece by piece, in a handler: the application computes, and
 * the sum grows beside it.
 *
 * With 4 cores rank 0 says: chunks of 3 cores have come
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static volatile uint32_t messages;

static void took(const struct weft_chunk *chunk, void *unused)
{
	(void)unused;
	if (chunk->offset + chunk->bytes == chunk->total) {
		messages++; /* a whole one has come */
	}
}

int main(void)
{
	uint32_t me = weft_rank(), others = weft_size() - 1;

	need(weft_abcast_on_chunk(took, NULL, WEFT_IN_HANDLER));
	need(weft_abcast(&me, sizeof(me), WEFT_FOREVER));
	while (messages != others) {
		weft_abcast_lost(
			0); /* a computation; where nothing interrupts, it serves */
	}
	if (me == 0) {
		printf("chunks of %u cores have come\n", (unsigned)others);
	}
	return 0;
}
