/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 env=WEFT_TICK_US=0 time-out=60 */
/*
 * Two fibers poll for chunks, again and again, and the chunks' handler gives way: a poll
 * that finds the other fiber in the handler must let it go on.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MESSAGES = 20,
	POLL_US = 1000,
	OWN = 600,
};

static volatile uint32_t taken;
static bool in_order = true;

static void takes(const struct weft_chunk *chunk, void *unused)
{
	uint32_t n = taken;

	(void)unused;
	weft_fiber_yield();
	in_order &= taken == n && *(const uint32_t *)chunk->data == n;
	taken = n + 1;
}

static int polls(void *unused)
{
	(void)unused;
	while (taken < MESSAGES) {
		weft_abcast_poll(1, POLL_US);
	}
	return 0;
}

static bool receive(void)
{
	size_t bytes = weft_fiber_stack(OWN);
	static struct weft_fiber fiber;
	bool ok = !weft_fiber_create(&fiber, polls, NULL, tap_room(bytes),
				     bytes, WEFT_FIBER_NORMAL);

	polls(NULL);
	return ok && !weft_fiber_join(&fiber, NULL, WEFT_FOREVER);
}

int main(void)
{
	bool ok = true;

	tap_begin();
	tap_ok(!weft_abcast_on_chunk(takes, NULL, WEFT_IN_THREAD), "chosen");
	for (uint32_t n = 0; weft_rank() == 0 && n < MESSAGES; n++) {
		ok &= !weft_abcast(&n, sizeof(n), WEFT_FOREVER);
	}
	if (weft_rank() > 0) {
		ok &= receive();
	}
	tap_ok(ok && in_order, "each chunk once, and nobody is kept from it");
	return tap_end();
}
