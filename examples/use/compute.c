/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A long computation says that it is one, so that chips on which nothing interrupts a core
 * can serve others beside it.
 *
 * With 4 cores rank 0 says: sum 500500, in 1 computation
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
	uint32_t sum = 0;

	need(weft_compute_begin());
	for (uint32_t i = 1; i <= 1000; i++) {
		sum += i; /* and no calls of weft's */
	}
	need(weft_compute_end());
	if (weft_rank() == 0) {
		printf("sum %u, in 1 computation\n", (unsigned)sum);
	}
	return sum == 500500 ? 0 : 1;
}
