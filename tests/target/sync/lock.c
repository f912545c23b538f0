/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=240 */
/*
 * Locks: a counter in MPB memory that only the holder may change, with the work
 * spread over two windows so that unlocking must complete both.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	TURNS = 20
};

static uint32_t slot;

/* Add one to two counters, at the home and at the last core. */
static bool count(weft_rank_t home)
{
	weft_rank_t far = weft_size() - 1;
	bool ok = true;

	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t a, b;

		ok &= weft_lock(home, WEFT_FOREVER) == WEFT_OK;
		weft_get(&a, weft_at(home, slot), sizeof(a));
		weft_get(&b, weft_at(far, slot + 4), sizeof(b));
		ok &= a == b;
		a++;
		weft_put(weft_at(home, slot), &a, sizeof(a));
		weft_put(weft_at(far, slot + 4), &a, sizeof(a));
		ok &= weft_unlock(home) == WEFT_OK;
	}
	return ok;
}

int main(void)
{
	uint32_t a;

	tap_begin();
	if (weft_mpb_alloc(32, &slot)) {
		weft_panic("no MPB space");
	}
	a = 0;
	weft_put(weft_at(weft_rank(), slot), &a, sizeof(a));
	weft_put(weft_at(weft_rank(), slot + 4), &a, sizeof(a));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(count(0), "two counters under one lock stay equal");
	weft_get(&a, weft_at(0, slot), sizeof(a));
	tap_ok(a == TURNS * weft_size(), "%u increments, none lost",
	       (unsigned)(TURNS * weft_size()));
	tap_ok(weft_unlock(0) == WEFT_ERR_STATE &&
		       weft_lock(weft_size(), 1) == WEFT_ERR_RANK,
	       "bad arguments are named errors");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		weft_lock(0, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(weft_lock(0, 200) ==
		       (weft_rank() ? WEFT_ERR_TIMEOUT : WEFT_ERR_STATE),
	       "a held lock times out, and is not recursive");
	return tap_end();
}
