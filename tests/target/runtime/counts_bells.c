/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=strict cores=32,33,64,65,255,256 time-out=120 */
/*
 * Bells have a bit for each core, up to 255 cores: everybody's neighbours ring, the
 * last core is heard by all, and above the limit calls say so; but broadcasts go
 * another way there.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LIMIT = 255,
	BYTES = 100
};

static uint8_t data[BYTES];

static bool served(int error)
{
	return error == (weft_size() > LIMIT ? WEFT_ERR_LIMIT : WEFT_OK);
}

static bool notified(void)
{
	uint32_t me = weft_rank(), cores = weft_size();
	uint32_t before = me > 0 ? me - 1 : cores - 1;
	weft_event_t event = 0;
	bool ok = served(weft_event_open(before, &event));

	ok &= served(weft_notify(me + 1 < cores ? me + 1 : 0));
	return ok && (cores > LIMIT ||
		      weft_event_wait(event, 0, WEFT_FOREVER) == WEFT_OK);
}

/* Two messages, so that what was noted of the first is used. */
static bool broadcast(uint32_t root)
{
	struct weft_message message;
	bool ok = true;

	for (uint32_t n = 1; n <= 2; n++) {
		tap_message(data, BYTES, root, n);
		if (weft_rank() == root) {
			ok &= weft_abcast(data, BYTES, WEFT_FOREVER) == WEFT_OK;
			continue;
		}
		ok &= weft_abcast_recv(data, BYTES, &message, WEFT_FOREVER) ==
		      WEFT_OK;
		ok &= message.root == root && tap_same(data, BYTES, n);
	}
	return ok;
}

int main(void)
{
	tap_begin();
	tap_ok(notified(), "events");
	tap_ok(broadcast(weft_size() - 1), "a broadcast of the last core");
	tap_ok(broadcast(weft_size() > 32 ? 31 : 0), "of the 32nd");
	return tap_end();
}
