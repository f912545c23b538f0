/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From one stack to another (arch/switch.h): what a call preserves, in 16 words, since
 * a stack pointer is a multiple of 16.
 */
	.macro	each op
	\op	ra, 0(sp)
	\op	s0, 4(sp)
	\op	s1, 8(sp)
	\op	s2, 12(sp)
	\op	s3, 16(sp)
	\op	s4, 20(sp)
	\op	s5, 24(sp)
	\op	s6, 28(sp)
	\op	s7, 32(sp)
	\op	s8, 36(sp)
	\op	s9, 40(sp)
	\op	s10, 44(sp)
	\op	s11, 48(sp)
	.endm

	.text
	.globl	arch_switch
arch_switch:
	addi	sp, sp, -64
	each	sw
	sw	sp, 0(a0)
	mv	sp, a1
	each	lw
	addi	sp, sp, 64
	ret
