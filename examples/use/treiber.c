/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stack that nobody runs and no lock guards.
 *
 * With 4 cores rank 0 says: 4 words, sum 10
 */
#include <stdio.h>

#include <weft/published/treiber.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	struct weft_treiber stack;
	uint32_t word, words = 0, sum = 0;

	need(weft_treiber_create(&stack, 0, weft_size()));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_treiber_push(&stack, weft_rank() + 1));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	while (weft_rank() == 0 && weft_treiber_pop(&stack, &word) == WEFT_OK) {
		words++;
		sum += word;
	}
	if (weft_rank() == 0) {
		printf("%u words, sum %u\n", (unsigned)words, (unsigned)sum);
	}
	return 0;
}
