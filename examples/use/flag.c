/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A flag is a word that one core writes and another waits for.  A count goes round all
 * cores: each waits for it, and passes it on.
 *
 * With 4 cores rank 0 says: the count has come round
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
	uint32_t me = weft_rank(), n = weft_size(), flag;
	uint32_t next = me + 1 < n ? me + 1 : 0, before = me ? me - 1 : n - 1;

	need(weft_flags_alloc(1, &flag));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER)); /* all have allocated */
	if (me == 0) {
		need(weft_flag_write(next, flag, 1));
	}
	/* Who should write it is told, so that a report of a hang can name it. */
	need(weft_flag_wait_from(before, flag, 1, WEFT_FOREVER));
	if (me == 0) {
		printf("the count has come round\n");
	} else {
		need(weft_flag_write(next, flag, 1));
	}
	return 0;
}
