/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17,48 modes=icount,strict time-out=120 */
/*
 * Tiny broadcasts over 2^32 calls and more, of which all but a few are skipped: the
 * count is set forward on all cores between two turns.  The slots of a core that
 * is always the root of a push are not written, and get so old that they look new
 * unless they are refreshed.
 */
#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/bcast/tiny.h"

#include "tests/target/tap.h"

enum {
	CALLS = 70,
	TURNS = 42, /* 2^31 and whole rounds: old words look new */
};

static const uint32_t LEAP = UINT32_C(1) << 30;

static void leap(void)
{
	weft_barrier_tree(WEFT_FOREVER);
	tiny_slots.kept = false;
	tiny_slots.left = 0;
	tiny_slots.call += LEAP;
}

static bool one(bcast_fn *form, uint32_t root)
{
	uint32_t key = tap_random();
	uint8_t data[BCAST_TINY];

	tap_message(data, sizeof(data), root, key);
	if (weft_rank() == root) {
		tap_delay(3000); /* who does not wait gets something older */
	}
	return form(data, sizeof(data), root, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, sizeof(data), key);
}

static bool calls(bcast_fn *form, uint32_t n, uint32_t root)
{
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		ok &= one(form, root);
	}
	return ok;
}

static void leaps(bcast_fn *form, const char *name)
{
	uint32_t other = weft_size() - 1;
	bool ok = true;

	tap_ok(calls(form, CALLS, other), "%s: before", name);
	for (uint32_t i = 1; i <= TURNS; i++) {
		leap();
		ok &= calls(form, 3, 0);
	}
	tap_ok(ok, "%s: one root, %u leaps long", name, (unsigned)TURNS);
	tap_ok(calls(form, CALLS, other), "%s: then another", name);
}

int main(void)
{
	tap_begin();
	leaps(weft_bcast_tiny_push, "push");
#if ARCH_REMOTE_AWAIT
	leaps(weft_bcast_tiny_pull, "pull");
#endif
	return tap_end();
}
