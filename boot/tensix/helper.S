/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCRISC's first instructions, in a program that lends (arch/tensix/helper.c).  Its stack
 * is in its own local RAM, behind what stands there for both (linker/tensix.ld);
 * BRISC's lies in L1, then, as the helper's handlers follow pointers into it.
 */
#include <board.h>

	.section .text.cold, "ax"
	.globl	tensix_helper_start
tensix_helper_start:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	la	tp, tensix_own
	la	sp, tensix_local_end
	call	tensix_helper

	.section .bss, "aw", @nobits
	.balign	16
	.globl	tensix_stack, tensix_stack_end
tensix_stack:
	.space	BOARD_STACK_BYTES
tensix_stack_end:
