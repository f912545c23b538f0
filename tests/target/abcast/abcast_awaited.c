/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: abcast_awaited collectives/abcast/abcast_choose.c -DABCAST_TREES_MOST=1 */
/* weft-test: boards=scc-sim cores=2,17 time-out=60 */
/* weft-test: boards=scc-sim modes=fast cores=256 full=1 time-out=120 */
/*
 * In a large run nobody is given up: a core that takes nothing stops a root that waits
 * for all, and the wait that times out names it.  When it takes chunks at last, the
 * wait ends.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	WITHIN = 3000, /* us */
};

static volatile uint32_t bytes;

static void take(const struct weft_chunk *chunk, void *arg)
{
	(void)arg;
	bytes += chunk->bytes;
}

int main(void)
{
	static uint32_t word = 17;
	struct weft_request request = {0};
	uint32_t last;
	bool ok = true;

	tap_begin();
	last = weft_size() - 1;
	if (weft_rank() != last) {
		ok = weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER) ==
		     WEFT_OK;
	}
	tap_ok(ok, "all but the last one take chunks");
	if (weft_rank() == 0) {
		ok = weft_abcast_start(&word, sizeof(word), &request) ==
			     WEFT_OK &&
		     weft_wait(&request, WEFT_COMPLETE, WITHIN) ==
			     WEFT_ERR_TIMEOUT &&
		     request.peer == last;
	}
	tap_ok(ok, "a wait for all names the last one");
	if (weft_rank() == last) {
		ok = weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER) ==
		     WEFT_OK;
	}
	if (weft_rank() == 0) {
		ok = weft_wait(&request, WEFT_COMPLETE, WEFT_FOREVER) ==
		     WEFT_OK;
	}
	tap_ok(ok && bytes == (weft_rank() == 0 ? 0 : sizeof(word)),
	       "and ends when that takes chunks, too");
	return tap_end();
}
