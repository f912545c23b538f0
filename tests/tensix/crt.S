/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start of a test program: a stack in local RAM, main, and its result as the run's verdict
 * when it is not `GO_ON`.  The block for the host is where it belongs.
 */
#include "arch/tensix/host.h"

#if CHIP == TENSIX_WORMHOLE
#define CLEAR 0x50 /* of a network interface: counts by id */
#else
#define CLEAR 0x60
#endif

	.section .start, "ax"
	.globl	_start
_start:
	j	begin
	.org	TENSIX_HOST
	.globl	host
host:
	.word	TENSIX_HOST_LAYOUT, CHIP, ring, 1024, 0, 0, 0, 0

	.text
begin:
	.option push
	.option norelax
	la	gp, __global_pointer$
	.option pop
	li	sp, 0xffb01000 - 16
	/* What an earlier program has left under way does not count. */
	li	t0, 0xffff
	li	t1, 0xffb20000
	sw	t0, CLEAR(t1)
	li	t1, 0xffb30000
	sw	t0, CLEAR(t1)
	call	main
	.globl	stop
stop:
	bltz	a0, 1f
	sltu	a0, zero, a0
	addi	a0, a0, 1
	li	t0, TENSIX_HOST + 28
	sw	a0, (t0)
1:	j	1b

	/* NCRISC begins here when a test lets it go. */
	.weak	helper
	.globl	helper_start
helper_start:
	.option push
	.option norelax
	la	gp, __global_pointer$
	.option pop
	li	sp, 0xffb01000 - 16
	call	helper
1:	j	1b

	/* What the compiler calls by itself. */
	.globl	memset
memset:	add	a2, a0, a2
	mv	t0, a0
1:	beq	t0, a2, 2f
	sb	a1, (t0)
	addi	t0, t0, 1
	j	1b
2:	ret

	.bss
	.balign	16
ring:	.space	1024
