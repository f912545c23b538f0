/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One counter for all cores: each draws a number from it, and no number is drawn
 * twice.
 *
 * With 4 cores rank 0 says: 4 numbers drawn
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
	uint32_t counter, mine, all;

	need(weft_flags_alloc(1, &counter)); /* a word that is 0 */
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_atomic_fetch_add(0, counter, 1, &mine));
	printf("I have drawn %u\n", (unsigned)mine);
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_flag_read(0, counter, &all));
	if (weft_rank() == 0) {
		printf("%u numbers drawn\n", (unsigned)all);
	}
	return all == weft_size() ? 0 : 1;
}
