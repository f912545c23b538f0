/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 always=3 */
/*
 * A program that is profiled: its supersteps do what they do otherwise.  Superstep 1 is
 * slow on the last process; in 2 each process puts 100 words into the next one; in 3 it
 * gets 10 words from it.  tests/bsp-profile.t looks at the figures.
 */
#define BSP_PROFILE
#include <bsp.h>

#include "tests/target/tap.h"

enum {
	PUT = 100,
	GOT = 10
};

int main(void)
{
	static int x[PUT], y[PUT], z[GOT];
	int p, me, next, before;
	bool ok = true;

	tap_begin();
	bsp_begin(bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	next = me + 1 < p ? me + 1 : 0;
	before = me > 0 ? me - 1 : p - 1;
	bsp_push_reg(x, sizeof(x));
	bsp_sync();
	if (me == p - 1) {
		tap_delay(200000);
	}
	bsp_sync();
	for (int i = 0; i < PUT; i++) {
		y[i] = 1000 * me + i;
	}
	bsp_put(next, y, x, 0, sizeof(y));
	bsp_sync();
	bsp_get(next, x, 0, z, sizeof(z));
	bsp_sync();
	for (int i = 0; i < PUT; i++) {
		ok &= x[i] == 1000 * before + i;
	}
	for (int i = 0; i < GOT; i++) {
		ok &= z[i] == 1000 * me + i;
	}
	bsp_end();
	tap_ok(ok, "puts and gets");
	return tap_end();
}
