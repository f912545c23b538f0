/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=60 */
/*
 * Chunks go to handlers, and threads only look: by weft_abcast_poll, which has none for
 * them then, and by weft_abcast_lost.  Handlers run though, where nothing interrupts
 * a core, too.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

static volatile uint32_t come;

static void take(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
	come++;
}

static bool by_poll(uint32_t n)
{
	bool none = true;

	while (come < n) {
		none &= weft_abcast_poll(1, 0) == 0;
	}
	return none;
}

static bool by_lost(uint32_t n)
{
	bool none = true;

	while (come < n) {
		none &= !weft_abcast_lost(0);
	}
	return none;
}

static bool turn(uint32_t n, bool (*look)(uint32_t n))
{
	uint32_t word = n;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		ok &= weft_abcast(&word, sizeof(word), WEFT_FOREVER) == WEFT_OK;
	} else {
		ok &= look(n);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

int main(void)
{
	tap_begin();
	tap_ok(weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER) == WEFT_OK,
	       "chunks go to a handler");
	tap_ok(turn(1, by_poll), "a loop of weft_abcast_poll");
	tap_ok(turn(2, by_lost), "a loop of weft_abcast_lost");
	return tap_end();
}
