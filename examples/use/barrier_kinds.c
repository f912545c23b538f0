/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers of papers: the central one, and one by a tree; each is a barrier of all.
 *
 * With 4 cores rank 0 says: rank 3 has put 2
 */
#include <stdio.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	uint32_t me = weft_rank(), n = weft_size(), at, value = 1;

	need(weft_mpb_alloc(sizeof(value), &at));
	need(weft_put(weft_at(me, at), &value, sizeof(value)));
	need(weft_barrier_central(WEFT_FOREVER));
	need(weft_get(&value, weft_at(n - 1 - me, at), sizeof(value)));
	value++;
	need(weft_barrier_tree(WEFT_FOREVER)); /* all have read */
	need(weft_put(weft_at(me, at), &value, sizeof(value)));
	need(weft_barrier_tree(WEFT_FOREVER));
	need(weft_get(&value, weft_at(n - 1 - me, at), sizeof(value)));
	if (me == 0) {
		printf("rank %u has put %u\n", (unsigned)(n - 1),
		       (unsigned)value);
	}
	return value == 2 ? 0 : 1;
}
