/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib: a superstep.  Each process puts its number at the next one, and sees what it has
 * been given when the superstep has ended.
 *
 * With 4 cores rank 0 says: process 0 of 4 has got 3
 */
#include <bsp.h>

int main(void)
{
	int me, n, got = -1, mine;

	bsp_begin(bsp_nprocs());
	me = bsp_pid();
	n = bsp_nprocs();
	mine = me;
	bsp_push_reg(&got, sizeof(got));
	bsp_sync(); /* registered from here on */
	bsp_put((me + 1) % n, &mine, &got, 0, sizeof(mine));
	bsp_sync();
	if (me == 0) {
		printf("process %d of %d has got %d\n", me, n, got);
	}
	bsp_end();
	return 0;
}
