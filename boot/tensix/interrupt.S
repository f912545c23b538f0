/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blackhole's software interrupt 0.  Handlers do not nest: the core takes the next one
 * after mret ("TensixTile/BabyRISCV", interrupts).
 */
#include <board.h>

	.macro	each op
	\op	ra, 0(sp)
	\op	t0, 4(sp)
	\op	t1, 8(sp)
	\op	t2, 12(sp)
	\op	t3, 16(sp)
	\op	t4, 20(sp)
	\op	t5, 24(sp)
	\op	t6, 28(sp)
	\op	a0, 32(sp)
	\op	a1, 36(sp)
	\op	a2, 40(sp)
	\op	a3, 44(sp)
	\op	a4, 48(sp)
	\op	a5, 52(sp)
	\op	a6, 56(sp)
	\op	a7, 60(sp)
	.endm

	.text
	.globl	tensix_interrupt_entry
	.type	tensix_interrupt_entry, @function
tensix_interrupt_entry:
	addi	sp, sp, -64
	each	sw
	li	t0, CHIP_INTERRUPT
	lw	t1, 0(t0)	/* acknowledges it */
	and	t1, t1, t1
	call	tensix_interrupt
	each	lw
	addi	sp, sp, 64
	mret
	.size	tensix_interrupt_entry, . - tensix_interrupt_entry
