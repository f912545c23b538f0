/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which core this is, where it is, and what time it is.
 *
 * With 4 cores rank 0 says: 4 cores; the last one is rank 3, and 1 us is so many cycles: yes
 */
#include <stdio.h>

#include <weft/weft.h>

int main(void)
{
	uint32_t last = weft_size() - 1;
	struct weft_coords at = weft_coords(weft_rank());
	uint64_t began = weft_cycles();

	printf("I am rank %u of %u, core %u at (%u,%u)\n",
	       (unsigned)weft_rank(), (unsigned)weft_size(), (unsigned)at.core,
	       (unsigned)at.x, (unsigned)at.y);
	if (weft_rank() == 0) {
		printf("%u cores; the last one is rank %u, and 1 us is so many "
		       "cycles: "
		       "%s\n",
		       (unsigned)weft_size(), (unsigned)last,
		       weft_cycles_in_us(1) > 0 ? "yes" : "no");
	}
	return weft_cycles() > began ? 0 : 1;
}
