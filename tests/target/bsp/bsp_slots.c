/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 always=2 */
/* weft-test: cores=1 args=20000 boards=scc-sim modes=strict */
/* weft-test: cores=1 args=20000 boards=arm-qemu,wormhole-emu full=1 */
/*
 * Registration over many supersteps: each registers one area and pops the one before it,
 * which lies below; so a table that only gave back its top would be full some day.
 */
#include <stdlib.h>

#include <bsp.h>

#include "tests/target/tap.h"

enum {
	AREAS = 3
};

int main(int argc, char **argv)
{
	int turns = argc > 1 ? atoi(argv[1]) : 50, p, me, next, wrong = 0;
	int area[AREAS], kept = -1;

	tap_begin();
	bsp_begin(bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	next = me + 1 < p ? me + 1 : 0;
	bsp_push_reg(&area[0], sizeof(int));
	bsp_push_reg(&kept, sizeof(kept));
	bsp_sync();
	for (int t = 0, now = 0; t < turns; t++) {
		int after = now + 1 < AREAS ? now + 1 : 0, value = t * p + me;

		bsp_push_reg(&area[after], sizeof(int));
		bsp_pop_reg(&area[now]);
		/* Both still count; what is put first is what is sought last. */
		bsp_put(next, &value, &area[now], 0, sizeof(value));
		bsp_put(next, &value, &kept, 0, sizeof(value));
		bsp_sync();
		value = t * p + (me > 0 ? me - 1 : p - 1);
		wrong += area[now] != value || kept != value;
		now = after;
	}
	tap_ok(wrong == 0, "each area was written while it was registered");
	bsp_end();
	return tap_end();
}
