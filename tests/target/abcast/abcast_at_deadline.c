/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,5 env=WEFT_CREDIT=1
   o=fault=pause:core=0,in=rt_in_vain,for=8000 */
/*
 * The deadline of a blocking broadcast comes, and then an interrupt sends the message, before
 * the call can take it back: the message has left, so the call returns WEFT_OK.  Had it said
 * WEFT_ERR_TIMEOUT, its caller would send the message again, and all would get it twice.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	PATIENCE =
		1000, /* the call's; receivers take the first message later */
};

static uint32_t me, word, seen;

static void take(const struct weft_chunk *chunk, void *arg)
{
	(void)arg;
	seen += chunk->root == 0;
}

/* The first message takes the credit.  The second one waits for it. */
static bool sends(void)
{
	static uint32_t first = 1, second = 2;
	bool ok = !weft_abcast(&first, sizeof(first), WEFT_FOREVER);

	for (uint32_t rank = 1; rank < weft_size(); rank++) {
		weft_flag_write(rank, word, 1);
	}
	return ok && weft_abcast(&second, sizeof(second), PATIENCE) == WEFT_OK;
}

static bool takes(void)
{
	bool ok = !weft_flag_wait(word, 1, WEFT_FOREVER) && seen == 0;

	/* Nobody writes 2: when this ends, the deadline is over. */
	weft_flag_wait(word, 2, 2 * PATIENCE);
	while (seen < 2) {
		weft_abcast_poll(1, 1000);
	}
	return ok;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	tap_begin();
	ok = !weft_abcast_on_chunk(take, NULL, WEFT_IN_THREAD) &&
	     !weft_flags_alloc(1, &word) &&
	     !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= me == 0 ? sends() : takes();
	ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok, "a message that left at its deadline");
	return tap_end();
}
