/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17,48,64 modes=icount,strict time-out=120 */
/* weft-image: cascade_wrap collectives/bcast/cascade_place.c -DCASCADE_REGION=5 */
/* weft-test: image=cascade_wrap boards=scc-sim modes=strict cores=17 more=3,48
   args=cascade time-out=120 */
/*
 * The striped broadcast, or with argument `cascade` that one, over 2^32 lines and more,
 * of which all but a few are
 * skipped: the count is set forward on all cores between two calls.  Words at a
 * core that is not root meanwhile stay as they are, and get so old that they look
 * new unless they are refreshed: then it writes to hubs that have not entered,
 * and over lines that have not been read.
 */
#include <stdlib.h>

#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "collectives/bcast/cascade.h"

#include "tests/target/tap.h"

enum {
	BIG = 5 * 3072,
	TURNS = 42,    /* 2^31 and whole rounds: old words look new */
	LATE = 800000, /* cycles: longer than to make and send it all */
};

static struct striped *counted = &striped_world;
static int (*bcast)(void *data, size_t bytes, weft_rank_t root,
		    weft_us_t within) = weft_bcast_striped;
static uint8_t *data;

/* As many lines as a call refreshes after: each turn does. */
static const uint32_t LEAP = UINT32_C(1) << 30;

static void leap(void)
{
	weft_barrier_tree(WEFT_FOREVER);
	counted->count += LEAP;
}

static bool one(uint32_t root, uint32_t n, uint32_t late)
{
	uint32_t key = tap_random();

	tap_message(data, n, root, key);
	if (weft_rank() == late && late != root) {
		tap_delay(LATE);
	}
	return bcast(data, n, root, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key);
}

int main(int argc, char **argv)
{
	uint32_t last, hub, reader;
	bool ok = true;

	(void)argv;
#if ARCH_REMOTE_AWAIT
	if (argc > 1) {
		counted = &cascade_world.striped;
		bcast = weft_bcast_cascade;
	}
#else
	(void)argc;
#endif
	tap_begin();
	data = malloc(BIG);
	if (!data) {
		weft_panic("no memory");
	}
	/* Neither a hub nor rank 0; a reader that is not either. */
	last = weft_size() - 1;
	hub = counted->stripes.hub[counted->stripes.shift ? 1 : 0];
	last -= last == hub;
	reader = last - 1;
	reader -= reader == hub && reader > 0;
	tap_ok(one(last, BIG, last), "before");
	for (uint32_t i = 1; i <= TURNS; i++) {
		leap();
		ok &= one(0, 1 + (i & 1), last);
	}
	tap_ok(ok, "another root, %u leaps long", (unsigned)TURNS);
	/* A slow reader of one call keeps its hub in it, too. */
	tap_ok(one(0, BIG / 5, reader), "a late reader");
	tap_ok(one(last, BIG, reader), "then the first root, a late reader");
	return tap_end();
}
