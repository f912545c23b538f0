/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib with more processes than cores: two a core, each with its own local
 * variables.
 *
 * With 4 cores rank 0 says: process 0 of 8 has got 7
 */
#define BSP_VIRTUAL
#include <bsp.h>
#include <weft/core.h>

int main(void)
{
	int me, n, got = -1, mine;

	bsp_begin(2 * (int)weft_size());
	me = bsp_pid();
	n = bsp_nprocs();
	mine = me;
	bsp_push_reg(&got, sizeof(got));
	bsp_sync();
	bsp_put((me + 1) % n, &mine, &got, 0, sizeof(mine));
	bsp_sync();
	if (me == 0) {
		printf("process %d of %d has got %d\n", me, n, got);
	}
	bsp_end();
	return 0;
}
