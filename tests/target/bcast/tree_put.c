/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48,64 time-out=120 */
/* weft-test: cores=3,17 time-out=120 env=WEFT_EPOCH=0xfffffff8 */
/* weft-test: boards=epiphany-emu modes=reordered cores=64 seeds=1 full=1
   time-out=120 */
/*
 * The binary tree with puts where some cores come late to a call, so that others
 * are one call ahead: from the same root, where nothing but their parent's room
 * holds those back; from others; and where the buffers serve a message at once.
 */
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 16000, /* five of the largest chunks */
	CALLS = 20,
	LATE = 100000,
};

static uint8_t *data;

static bool one(uint32_t root, uint32_t n, uint32_t late)
{
	uint32_t key = tap_random();

	memset(data, 0, n);
	if (weft_rank() == root) {
		tap_fill(data, n, key);
	}
	if (weft_rank() == late) {
		tap_delay(LATE);
	}
	return !weft_bcast_tree_put(data, n, root, WEFT_FOREVER) &&
	       tap_same(data, n, key);
}

static bool same_root(uint32_t root)
{
	uint32_t cores = weft_size();
	bool ok = true;

	for (int i = 0; i < CALLS; i++) {
		uint32_t late = tap_below(tap_random(), cores);

		/* A short one to which somebody is late, then many chunks. */
		ok &= one(root, 1 + tap_below(tap_random(), 500), late);
		ok &= one(root, 1 + tap_below(tap_random(), MOST), root);
	}
	return ok;
}

static bool other_roots(void)
{
	uint32_t cores = weft_size();
	bool ok = true;

	for (int i = 0; i < 2 * CALLS; i++) {
		uint32_t late = tap_below(tap_random(), cores);
		uint32_t root = tap_below(tap_random(), cores);

		ok &= one(root, 8 + (i & 1 ? 0 : 2000), late);
	}
	return ok;
}

/* A broadcast, and at once a message through the same buffers. */
static bool then_message(void)
{
	uint32_t last = weft_size() - 1;
	bool ok = true;

	for (uint32_t i = 0; i < CALLS && last > 0; i++) {
		uint32_t late = 1 + tap_below(tap_random(), last);

		ok &= one(0, 1 + tap_below(tap_random(), MOST), late);
		if (weft_rank() == 0) {
			tap_fill(data, MOST, i);
			ok &= !weft_send(data, MOST, last, WEFT_FOREVER);
		} else if (weft_rank() == last) {
			ok &= !weft_recv(data, MOST, 0, WEFT_FOREVER);
			ok &= tap_same(data, MOST, i);
		}
	}
	return ok;
}

int main(void)
{
	tap_begin();
	data = tap_room(MOST);
	tap_ok(same_root(0), "late cores, from rank 0");
	tap_ok(same_root(weft_size() - 1), "from the last core");
	tap_ok(other_roots(), "from another root each call");
	tap_ok(then_message(), "then a message");
	return tap_end();
}
