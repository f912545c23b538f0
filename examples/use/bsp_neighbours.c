/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib: a superstep that ends with neighbours only.  Each talks to the process before it
 * and the one behind it, and waits for no other.
 *
 * With 4 cores rank 0 says: process 0 has got 3 and 1
 */
#include <bsp.h>
#include <bsp_neighbours.h>

int main(void)
{
	int me, n, mine, got[2] = {-1, -1}, both[2];

	bsp_begin(bsp_nprocs());
	me = bsp_pid();
	n = bsp_nprocs();
	mine = me;
	both[0] = (me + n - 1) % n;
	both[1] = (me + 1) % n;
	bsp_push_reg(got, sizeof(got));
	bsp_sync();
	bsp_put(both[0], &mine, got, sizeof(int), sizeof(int));
	bsp_put(both[1], &mine, got, 0, sizeof(int));
	/* Itself need not be named, and nobody twice. */
	bsp_sync_neighbours(both, n > 2 ? 2 : n - 1);
	if (me == 0) {
		printf("process 0 has got %d and %d\n", got[0], got[1]);
	}
	bsp_end();
	return 0;
}
