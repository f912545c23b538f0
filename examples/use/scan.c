/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scan: where does my part begin, if each core has a part of another size?
 *
 * With 4 cores rank 0 says: parts of 1 to 4; mine begins at 0, the next one at 1
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
	uint32_t size = weft_rank() + 1, begin = 0, end;

	need(weft_exscan(&size, &begin, 1, &weft_sum_uint32, WEFT_WORLD,
			 WEFT_FOREVER));
	need(weft_scan(&size, &end, 1, &weft_sum_uint32, WEFT_WORLD,
		       WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("parts of 1 to %u; mine begins at %u, the next one at "
		       "%u\n",
		       (unsigned)weft_size(), (unsigned)begin, (unsigned)end);
	}
	return end == begin + size ? 0 : 1;
}
