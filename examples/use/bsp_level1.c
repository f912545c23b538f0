/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BSPlib, level 1: the sum of all processes' values, at all of them.
 *
 * With 4 cores rank 0 says: the sum of 4 processes is 10
 */
#include <bsp.h>
#include <bsp_level1.h>

static void add(void *result, void *left, void *right, int *bytes)
{
	(void)bytes;
	*(int *)result = *(int *)left + *(int *)right;
}

int main(void)
{
	int mine, sum = 0;

	bsp_begin(bsp_nprocs());
	mine = bsp_pid() + 1;
	bsp_fold(add, &mine, &sum, sizeof(sum));
	if (bsp_pid() == 0) {
		printf("the sum of %d processes is %d\n", bsp_nprocs(), sum);
	}
	bsp_end();
	return 0;
}
