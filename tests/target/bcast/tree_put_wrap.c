/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: tree_put_wrap collectives/bcast/bcast_tree_put.c -Darch_flag_write=held_up */
/* weft-test: cores=3,17,48 modes=icount,strict time-out=60 */
/*
 * The binary tree with puts over 2^32 chunks and more, of which all but a few are
 * skipped: the number is set forward on all cores between two calls, so that the
 * flags which nobody writes in a tree get so old that they would look new.
 */
#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/bcast/tree_put.h"

#include "tests/target/tap.h"

static bool hold;

ARCH_CALL void held_up(uint32_t rank, uint32_t offset, uint32_t value);

/*
 * Its arch_flag_write: something may hold a core up before the first word of a call, which
 * grants room.  Who takes an old word for that has then overwritten what it put there.
 */
ARCH_CALL void held_up(uint32_t rank, uint32_t offset, uint32_t value)
{
	if (hold) {
		hold = false;
		tap_delay(200000);
	}
	arch_flag_write(rank, offset, value);
}

enum {
	BIG = 20000,
};

static const uint32_t LEAP = UINT32_C(1) << 30;

static uint8_t *data;

static bool one(uint32_t root, uint32_t n)
{
	uint32_t key = tap_random();

	for (uint32_t i = 0; i < n; i++) {
		data[i] = 0;
	}
	if (weft_rank() == root) {
		tap_fill(data, n, key);
		/* Who does not wait for the root gets something older. */
		tap_delay(n > 1 ? 30000 : 0);
	}
	hold = n == BIG && weft_rank() == weft_size() >> 1;
	return weft_bcast_tree_put(data, n, root, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key);
}

/* So many leaps while rank `root` is always the root; then another one. */
static bool leaps(uint32_t root, uint32_t turns)
{
	bool ok = one(root, BIG);

	for (uint32_t i = 0; i < turns; i++) {
		weft_barrier_tree(WEFT_FOREVER);
		tree_put_world.chunk += LEAP;
		ok &= one(root, 1 + (i & 1));
	}
	return ok && one(weft_size() - 1 - root, BIG);
}

int main(void)
{
	bool ok = true;

	tap_begin();
	data = tap_room(BIG);
	for (uint32_t turns = 1; turns <= 4; turns++) {
		ok &= leaps(0, turns);
		ok &= leaps(weft_size() - 1, turns);
	}
	tap_ok(ok, "one to four leaps of 2^30 chunks, then another root");
	return tap_end();
}
