/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcasts of papers: a binomial tree, and a scatter with an allgather behind it.
 *
 * With 4 cores rank 0 says: from rank 0: 7, from rank 3: 8
 */
#include <stdio.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	static uint32_t a[64], b[64];
	uint32_t last = weft_size() - 1;

	if (weft_rank() == 0) {
		a[63] = 7;
	}
	if (weft_rank() == last) {
		b[63] = 8;
	}
	need(weft_bcast_binomial(a, sizeof(a), 0, WEFT_FOREVER));
	need(weft_bcast_scatter_allgather(b, sizeof(b), last, WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("from rank 0: %u, from rank %u: %u\n", (unsigned)a[63],
		       (unsigned)last, (unsigned)b[63]);
	}
	return a[63] == 7 && b[63] == 8 ? 0 : 1;
}
