/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send and receive: both sides name each other.  A text goes from the last core to the
 * first one.
 *
 * With 4 cores rank 0 says: from rank 3: hello
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
	char text[16] = "hello";
	uint32_t last = weft_size() - 1;

	if (last == 0) {
		return 0; /* a core does not send to itself */
	}
	if (weft_rank() == last) {
		need(weft_send(text, sizeof(text), 0, WEFT_FOREVER));
	} else if (weft_rank() == 0) {
		need(weft_recv(text, sizeof(text), last, WEFT_FOREVER));
		printf("from rank %u: %s\n", (unsigned)last, text);
	}
	return 0;
}
