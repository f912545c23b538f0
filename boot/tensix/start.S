/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BRISC's first instructions, at 0, and behind them what the loader knows
 * (arch/tensix/host.h).  Local RAM is cleared: on one chip the reset does that, on
 * the other nobody does.
 */
#include <board.h>

	.section .text.boot, "ax"
	.globl	_start, tensix_host
_start:
	.option	push
	.option	norelax		/* gp is not there yet */
	la	gp, __global_pointer$
	.option	pop
	j	enter

	.org	TENSIX_HOST
tensix_host:
	.word	TENSIX_HOST_LAYOUT
	.word	CHIP_HOST
	.word	tensix_ring
	.word	BOARD_RING_BYTES
	.word	0, 0, 0, 0

enter:
	la	sp, __stack
	la	tp, tensix_own
	la	t0, tensix_local
	la	t1, tensix_local_end
1:	sw	zero, 0(t0)
	addi	t0, t0, 4
	bltu	t0, t1, 1b
	la	t0, tensix_canary
	li	t1, BOARD_CANARY
	sw	t1, 0(t0)
	call	tensix_start
