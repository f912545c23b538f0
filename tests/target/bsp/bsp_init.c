/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3,5 always=5 tap=no expect=sum_of_ */
/* weft-test: cores=5 tap=no args=2 expect=sum_of_2_processes:_1,_then_2 */
/* weft-test: cores=3 tap=no args=9 expect=sum_of_3_processes:_3,_then_3 */
/* weft-test: cores=3 tap=no args=none expect=none */
/* weft-test: cores=3 tap=no args=0 exit=70 expect=there_must_be_one_process */
/*
 * bsp_init: process 0 runs what is sequential, alone, and decides how many processes
 * there are, which may be fewer than cores, or none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bsp.h>

static int wanted, sum, after; /* wanted is process 0's alone */

static void spmd(void)
{
	bsp_begin(wanted);
	bsp_push_reg(&sum, sizeof(sum));
	bsp_sync();
	for (int i = 0; i < bsp_nprocs(); i++) {
		int pid = bsp_pid();

		bsp_send(i, NULL, &pid, sizeof(pid));
	}
	bsp_sync();
	for (int i = 0, pid; i < bsp_nprocs(); i++) {
		bsp_move(&pid, sizeof(pid));
		sum += pid;
	}
	bsp_end();
}

int main(int argc, char **argv)
{
	bsp_init(spmd, argc, argv);
	if (after++ > 0 || bsp_pid() != 0) {
		bsp_abort("process %d is in the sequential part", bsp_pid());
	}
	if (argc > 1 && strcmp(argv[1], "none") == 0) {
		puts("none");
		return 0;
	}
	wanted = argc > 1 ? atoi(argv[1]) : bsp_nprocs();
	spmd();
	printf("sum of %d processes: %d, then %d\n", bsp_nprocs(), sum,
	       bsp_nprocs());
	return sum != bsp_nprocs() * (bsp_nprocs() - 1) / 2;
}
