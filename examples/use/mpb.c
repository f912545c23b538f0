/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Space in the MPB has the same offset on every core, and can be given back.
 *
 * With 4 cores rank 0 says: 64 bytes at one offset on all cores, and all are free again
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
	uint32_t offset, again;
	size_t before = weft_mpb_free_bytes(NULL);

	need(weft_mpb_alloc(64, &offset));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_mpb_free(offset));
	need(weft_barrier(WEFT_WORLD,
			  WEFT_FOREVER)); /* before it is used anew */
	need(weft_mpb_alloc(64, &again));
	need(weft_mpb_free(again));
	if (weft_rank() == 0 && weft_mpb_free_bytes(NULL) == before) {
		printf("64 bytes at one offset on all cores, and all are free "
		       "again\n");
	}
	return again == offset ? 0 : 1;
}
