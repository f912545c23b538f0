/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel: as many blocks as cores, all of them at once (a cooperative launch).  A
 * block is rows of threads, a row a warp: the core's, of which one thread stays, and its
 * helpers'.
 */
#include "arch/gpu/board.h"

struct gpu gpu;

/* The linker's: first values of all variables.  The stack is all there is before. */
void weft_private_init(void);
__attribute__((nvptx_kernel)) void weft_kernel(struct gpu_run *run);

void weft_kernel(struct gpu_run *run)
{
	if (ptx_row()) {
		gpu_help();
	}
	if (ptx_column()) {
		ptx_exit(); /* the rest of the core's own warp */
	}
	weft_private_init();
	gpu.run = run;
	gpu.start = ptx_first(&run->start, ptx_now());
	gpu.rank = ptx_block();
	gpu.count = run->count;
	gpu.windows = (uint8_t *)run->windows;
	gpu.cells = (struct gpu_cell *)run->cells;
	gpu.console = (struct gpu_console *)run->console;
	gpu.helped = ptx_rows() > 1;
	gpu.masked = 1;
	gpu.due = ARCH_NEVER;
	gpu.turn = 1;
	weft_start();
}
