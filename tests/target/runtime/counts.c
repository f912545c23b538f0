/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=strict cores=32,64,512,513,520 time-out=120 */
/*
 * Numbers of cores at which words of bits are full and limits are reached: what is
 * chosen for them, and locks, which have a bit for each core.  Once each, as so
 * many cores are slow to simulate.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 3000
};

static uint8_t data[MOST];

/* From the last core, whose bit is the last. */
static bool chosen(uint32_t n)
{
	uint32_t root = weft_size() - 1;

	tap_message(data, n, root, n);
	return weft_bcast(data, n, root, WEFT_WORLD, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, n);
}

/* Each core has two locks at once: its own, and the next one's if that is free. */
static bool locks(void)
{
	uint32_t me = weft_rank(), next = me + 1 < weft_size() ? me + 1 : 0;
	bool ok = weft_lock(me, WEFT_FOREVER) == WEFT_OK;

	ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_lock(next, 0) == WEFT_ERR_TIMEOUT;
	ok &= weft_unlock(next) == WEFT_ERR_STATE;
	ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_unlock(me) == WEFT_OK;
	ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_lock(next, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_unlock(me) == WEFT_ERR_STATE;
	return weft_unlock(next) == WEFT_OK && ok;
}

int main(void)
{
	tap_begin();
	tap_ok(chosen(8), "a broadcast of 8 bytes");
	tap_ok(chosen(200), "of 200");
	tap_ok(chosen(MOST), "of 3000");
	tap_ok(locks(), "locks");
	return tap_end();
}
