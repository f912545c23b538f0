/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48,64 time-out=120 */
/*
 * OC-Bcast where some cores come late to a call, so that others are one call
 * ahead: without a change of tree, where no barrier helps; with one, where only
 * that does; and where the root uses its chunk buffers for something else at once.
 */

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CHUNK = 3072,
	MOST = 3 * CHUNK,
	CALLS = 30,
	LATE = 300000, /* cycles: longer than to make and send three chunks */
};

static uint8_t data[MOST];

static bool one(uint32_t root, uint32_t k, uint32_t n, uint32_t late)
{
	uint32_t key = tap_random();

	tap_message(data, n, root, key);
	if (weft_rank() == late && late != root) {
		tap_delay(LATE);
	}
	return weft_bcast_ocbcast(data, n, root, k, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key);
}

static bool same_tree(uint32_t root, uint32_t k)
{
	uint32_t cores = weft_size();
	bool ok = true;

	for (int i = 0; i < CALLS; i++) {
		uint32_t late = tap_below(tap_random(), cores);

		/* A short one whose reader is late, then many chunks. */
		ok &= one(root, k, 1 + tap_below(tap_random(), CHUNK), late);
		ok &= one(root, k, 1 + tap_below(tap_random(), MOST), root);
	}
	return ok;
}

/*
 * Short calls, each from another root or with another degree: who was done
 * with the last long ago has the next one's news for those who are not.
 */
static bool changing_tree(uint32_t k, uint32_t other_k)
{
	uint32_t cores = weft_size();
	bool ok = true;

	for (int i = 0; i < 2 * CALLS; i++) {
		uint32_t late = tap_below(tap_random(), cores);
		uint32_t root = tap_below(tap_random(), cores);

		ok &= one(root, k, 8, late);
		if (k == other_k) {
			root = tap_below(tap_random(), cores);
		}
		ok &= one(root, other_k, 8, cores);
	}
	return ok;
}

/* A broadcast, and at once a message out of the same buffers. */
static bool then_message(uint32_t k)
{
	uint32_t last = weft_size() - 1;
	bool ok = true;

	for (uint32_t i = 0; i < CALLS; i++) {
		uint32_t late = 1 + tap_below(tap_random(), last);

		ok &= one(0, k, 1 + tap_below(tap_random(), MOST), late);
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
	uint32_t most, k;

	tap_begin();
	most = weft_bcast_max_degree();
	for (k = 1; k <= most; k = k < 7 ? k + 3 : k + 40) {
		tap_ok(same_tree(0, k), "late readers, k=%u", (unsigned)k);
		tap_ok(same_tree(weft_size() - 1, k), "from the last core");
		tap_ok(then_message(k), "then a message, k=%u", (unsigned)k);
	}
	k = most < 2 ? most : 2;
	tap_ok(changing_tree(k, k), "late readers, another root each call");
	tap_ok(changing_tree(1, k), "late readers, another degree each call");
	tap_ok(changing_tree(most, k), "from wide to narrow and back");
	return tap_end();
}
