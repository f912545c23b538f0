/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Put and get: each core puts a text at the next one, tells it by a flag, and reads what
 * it has itself been given.
 *
 * With 4 cores rank 0 says: rank 3 was here
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
	uint32_t me = weft_rank(), n = weft_size(), offset, flag;
	char text[32] = "";

	need(weft_mpb_alloc(sizeof(text), &offset));
	need(weft_flags_alloc(1, &flag));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER)); /* all have allocated */

	snprintf(text, sizeof(text), "rank %u was here", (unsigned)me);
	need(weft_put_signal(weft_at(me + 1 < n ? me + 1 : 0, offset), text,
			     sizeof(text), flag, 1));
	need(weft_flag_wait(flag, 1, WEFT_FOREVER));
	need(weft_get(text, weft_at(me, offset), sizeof(text)));
	if (me == 0) {
		printf("%s\n", text);
	}
	return 0;
}
