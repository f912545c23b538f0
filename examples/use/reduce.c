/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions: all cores get the sum of what each has; the root alone the largest.
 *
 * With 4 cores rank 0 says: sum 10, largest 4
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
	int32_t mine = (int32_t)weft_rank() + 1, sum, largest = 0;

	need(weft_allreduce(&mine, &sum, 1, &weft_sum_int32, WEFT_WORLD,
			    WEFT_FOREVER));
	need(weft_reduce(&mine, &largest, 1, &weft_max_int32, 0, WEFT_WORLD,
			 WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("sum %d, largest %d\n", (int)sum, (int)largest);
	}
	return 0;
}
