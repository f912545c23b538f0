/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=epiphany-emu,scc-sim cores=2,5,16 */
/*
 * What of level 1 a small chip has room for at once: a broadcast and a scan, in the middle
 * of a superstep.  bsp_level1 has all.
 */
#include <bsp_level1.h>

#include "tests/target/tap.h"

enum {
	MOST = 16, /* processes */
	BYTES = 40,
};

static void plus(void *result, void *left, void *right, int *nbytes)
{
	uint32_t *sum = result, *a = left, *b = right;

	for (int i = 0; i < *nbytes / 4; i++) {
		sum[i] = a[i] + b[i];
	}
}

int main(void)
{
	uint32_t mine[MOST], got[MOST], area = 0;
	int p, me;
	bool ok;

	tap_begin();
	bsp_begin(bsp_nprocs() < MOST ? bsp_nprocs() : MOST);
	p = bsp_nprocs();
	me = bsp_pid();
	bsp_push_reg(&area, sizeof(area));
	bsp_sync();
	bsp_put(me + 1 < p ? me + 1 : 0, &me, &area, 0, sizeof(area));
	for (int i = 0; i < MOST; i++) {
		mine[i] = (uint32_t)(100 * me + i);
	}
	bsp_bcast(p - 1, mine, got, BYTES);
	ok = true;
	for (int i = 0; i < BYTES / 4; i++) {
		ok &= got[i] == (uint32_t)(100 * (p - 1) + i);
	}
	tap_ok(ok, "a broadcast");
	bsp_scan(plus, mine, got, BYTES);
	ok = true;
	for (int i = 0; i < BYTES / 4; i++) {
		ok &= got[i] == (uint32_t)(50 * me * (me + 1) + i * (me + 1));
	}
	tap_ok(ok, "a scan");
	tap_ok(area == 0, "what was put waits for bsp_sync");
	bsp_sync();
	tap_ok(area == (uint32_t)(me > 0 ? me - 1 : p - 1),
	       "and is there after it");
	bsp_end();
	return tap_end();
}
