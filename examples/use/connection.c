/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A connection: messages from one core to another, which land in the receiver's memory; here
 * each core has one to the next.
 *
 * With 4 cores rank 0 says: from rank 3: 3 times 3 is 9
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
	static const struct weft_connection_shape shape = {
		.notes = 2, .slot = 64, .near = 0};
	uint32_t me = weft_rank(), n = weft_size(),
		 next = me + 1 < n ? me + 1 : 0;
	struct weft_connection c;
	struct weft_note note = {.data = NULL};
	char said[64], heard[64];

	need(weft_connection_create(&c, &shape, me ? me - 1 : n - 1, next));
	/* Before the accept, which writes at the sender. */
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	need(weft_connection_accept(&c, heard, sizeof(heard), false));

	snprintf(said, sizeof(said), "%u times %u is %u", (unsigned)me,
		 (unsigned)me, (unsigned)(me * me));
	note.data = said;
	note.bytes = sizeof(said);
	need(weft_connection_put(&c, &note, WEFT_FOREVER));

	need(weft_connection_receive(&c, &note, WEFT_FOREVER));
	if (me == 0) {
		printf("from rank %u: %s\n", (unsigned)(n - 1), heard);
	}
	need(weft_connection_release(&c, note.number));
	return 0;
}
