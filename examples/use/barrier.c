/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A barrier: what any core has put before it, all see behind it.
 *
 * With 4 cores rank 0 says: rank 3 has put 103
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
	uint32_t me = weft_rank(), n = weft_size(), at, value = 100 + me;

	need(weft_mpb_alloc(sizeof(value), &at));
	need(weft_put(weft_at(me, at), &value, sizeof(value)));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_get(&value, weft_at(n - 1 - me, at), sizeof(value)));
	if (me == 0) {
		printf("rank %u has put %u\n", (unsigned)(n - 1),
		       (unsigned)value);
	}
	return value == 100 + n - 1 - me ? 0 : 1;
}
