/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3,5 always=5 */
/* weft-test: boards=scc-sim modes=relaxed cores=5,17 seeds=3 */
/* weft-test: boards=scc-sim modes=strict cores=5 o=fault=slow:core=2,x=30 */
/* weft-image: bsp_mixed_push bsp/exchange.c -DBSP_PUSHES=1 */
/* weft-test: image=bsp_mixed_push boards=scc-sim modes=strict,relaxed cores=5 seeds=2 */
/*
 * Broadcasts and reductions between the calls of BSPlib: both use the chunk buffers, and
 * a process leaves bsp_sync while others are still in it.
 */
#include <stdlib.h>

#include <bsp.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LONG = 3000,
	TURNS = 12
};

int main(void)
{
	uint32_t p, me, next, before;
	uint8_t *from, *to, *data;
	bool put = true, bcast = true, sum = true;

	tap_begin();
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	next = me + 1 < p ? me + 1 : 0;
	before = me > 0 ? me - 1 : p - 1;
	from = tap_room(LONG);
	to = tap_room(LONG);
	data = tap_room(LONG);
	bsp_push_reg(to, LONG);
	bsp_sync();
	for (uint32_t turn = 0, root = 0; turn < TURNS; turn++) {
		uint32_t mine = me + turn, all = 0, key = turn << 8;

		tap_fill(from, LONG, key + me);
		bsp_put((int)next, from, to, 0, LONG);
		tap_message(data, LONG, root, turn);
		bcast &= weft_bcast(data, LONG, root, WEFT_WORLD,
				    WEFT_FOREVER) == WEFT_OK;
		bcast &= tap_same(data, LONG, turn);
		bsp_sync();
		tap_message(data, LONG, root, ~turn);
		bcast &= weft_bcast(data, LONG, root, WEFT_WORLD,
				    WEFT_FOREVER) == WEFT_OK;
		bcast &= tap_same(data, LONG, ~turn);
		put &= tap_same(to, LONG, key + before);
		sum &= weft_allreduce(&mine, &all, 1, &weft_max_uint32,
				      WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
		sum &= all == p - 1 + turn;
		/* Twice from each root: the second time nothing is agreed on. */
		root = turn & 1 ? (root + 1 < p ? root + 1 : 0) : root;
	}
	tap_ok(put, "what was put before a broadcast comes after it");
	tap_ok(bcast, "broadcasts before and after bsp_sync");
	tap_ok(sum, "reductions after it");
	bsp_end();
	return tap_end();
}
