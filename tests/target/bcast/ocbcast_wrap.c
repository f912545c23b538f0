/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17,48 modes=icount,strict time-out=120 */
/* weft-test: boards=scc-sim cores=3 modes=relaxed o=jitter=10000 seeds=3 */
/*
 * OC-Bcast over 2^32 chunks and more, of which all but a few are skipped: the
 * chunk number is set forward on all cores between two calls.  The flags that
 * those chunks would not have written stay as they are, and get so old that
 * they look new unless they are refreshed: the news of a core that was always
 * root, the done flags of children that narrower trees do not have.
 *
 * Flags that would have been written along the way only get older than they
 * could be, which nobody may mind after a refresh.  With jitter, a core is late
 * to refresh its flags: nobody may have written them for the next chunk.
 */
#include <weft/published/barrier.h>
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "collectives/bcast/ocbcast.h"

#include "tests/target/tap.h"

enum {
	BIG = 20000,
	TURNS = 42, /* 2^31 and whole rounds: old flags look new */
};

static uint8_t *data;

/* As many chunks as a call refreshes after: each turn does. */
static const uint32_t LEAP = UINT32_C(1) << 30;

static void leap(void)
{
	weft_barrier_tree(WEFT_FOREVER);
	ocbcast_world.chunk += LEAP;
}

static bool one(uint32_t root, uint32_t k, uint32_t n)
{
	uint32_t key = tap_random();

	tap_message(data, n, root, key);
	if (weft_rank() == root && n > 1) {
		tap_delay(30000); /* who does not wait gets something older */
	}
	return weft_bcast_ocbcast(data, n, root, k, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key);
}

int main(void)
{
	uint32_t most, other = weft_size() - 1;
	bool ok;

	tap_begin();
	data = tap_room(BIG);
	most = weft_bcast_max_degree();
	tap_ok(one(0, most, BIG), "before");
	ok = true;
	for (uint32_t i = 1; i <= TURNS; i++) {
		leap();
		/* A chain: one done flag a core, and no news for rank 0. */
		ok &= one(0, 1, 1 + (i & 1));
	}
	tap_ok(ok, "a chain, %u leaps long", (unsigned)TURNS);
	tap_ok(one(other, most, BIG), "then another root, a wide tree");
	return tap_end();
}
