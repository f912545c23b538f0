/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each instruction of RV32IM, and what Blackhole has beyond it: results that a wrong
 * sign, width or shift would change.  On a failure, the test's number times 4 is in an
 * address that is loaded from.
 *
 * run: --chip wormhole --tiles 0
 * run: --chip blackhole --tiles 0 --seed 1
 * expect: 85
 */
#include "arch/tensix/host.h"

	.macro	want value
	li	t6, \value
	addi	s11, s11, 1
	bne	a0, t6, failed
	.endm

	.macro	two op a b value
	li	a1, \a
	li	a2, \b
	\op	a0, a1, a2
	want	\value
	.endm

	.macro	imm op a b value
	li	a1, \a
	\op	a0, a1, \b
	want	\value
	.endm

	.macro	one op a value
	li	a1, \a
	\op	a0, a1
	want	\value
	.endm

	/* Taken (1) or not. */
	.macro	jump op a b taken
	li	a1, \a
	li	a2, \b
	li	a0, 1
	\op	a1, a2, 1f
	li	a0, 0
1:	want	\taken
	.endm

	.text
	.globl	main
main:	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s11, 8(sp)
	li	s11, 0

	two	add, 0x7fffffff, 1, 0x80000000
	two	sub, 3, 5, -2
	two	sll, 1, 33, 2
	two	srl, 0x80000000, 31, 1
	two	srl, 0x80000000, 32, 0x80000000
	two	sra, 0x80000000, 31, -1
	two	slt, -1, 1, 1
	two	slt, 1, -1, 0
	two	slt, 1, 1, 0
	two	sltu, -1, 1, 0
	two	sltu, 1, -1, 1
	two	xor, 0x0ff0, 0xff00, 0xf0f0
	two	or, 0x0ff0, 0xff00, 0xfff0
	two	and, 0x0ff0, 0xff00, 0x0f00
	imm	addi, 5, -2048, -2043
	imm	slti, -5, -4, 1
	imm	slti, -4, -4, 0
	imm	sltiu, 5, -1, 1
	imm	sltiu, -1, 5, 0
	imm	xori, 0x55, -1, ~0x55
	imm	ori, 0x550, 0x0f, 0x55f
	imm	andi, 0x555, -16, 0x550
	imm	slli, 0x80000001, 4, 16
	imm	srli, 0x80000000, 4, 0x08000000
	imm	srai, 0x80000000, 4, 0xf8000000
	lui	a0, 0xfffff
	want	0xfffff000
	auipc	a0, 0
	auipc	a1, 1
	sub	a0, a1, a0
	want	0x1004

	jump	beq, 4, 4, 1
	jump	beq, 4, 5, 0
	jump	bne, 4, 5, 1
	jump	bne, 4, 4, 0
	jump	blt, -1, 0, 1
	jump	blt, 0, 0, 0
	jump	bge, 0, 0, 1
	jump	bge, -1, 0, 0
	jump	bltu, 0, -1, 1
	jump	bltu, -1, 0, 0
	jump	bgeu, -1, 0, 1
	jump	bgeu, 0, -1, 0

	/* Jumps: link registers, odd targets, backward. */
	la	a1, 2f + 1
	jalr	a0, 0(a1)
1:	j	failed
2:	la	a1, 1b
	sub	a0, a0, a1
	want	0
	jal	a0, 4f
3:	li	a2, 7
	j	5f
4:	la	a1, 3b
	sub	a0, a0, a1
	want	0
	li	a2, 1
	j	3b
5:	mv	a0, a2
	want	7

	/* Nothing comes of writing x0. */
	li	a1, 9
	add	zero, a1, a1
	mv	a0, zero
	want	0

	/* Loads and stores, in local RAM and in L1. */
	mv	s0, sp
	call	memory
	la	s0, place
	call	memory

	two	mul, 0x10001, 0xffff0003, 0x00020003
	two	mulh, -2, 3, -1
	two	mulh, 0x80000000, 0x80000000, 0x40000000
	two	mulhu, -1, -1, 0xfffffffe
	two	mulhsu, -1, -1, -1
	two	mulhsu, 2, -1, 1
	two	div, -7, 2, -3
	two	div, 7, 0, -1
	two	div, 0x80000000, -1, 0x80000000
	two	divu, -7, 2, 0x7ffffffc
	two	divu, 7, 0, -1
	two	rem, -7, 2, -1
	two	rem, 7, -2, 1
	two	rem, 7, 0, 7
	two	rem, 0x80000000, -1, 0
	two	remu, -7, 4, 1
	two	remu, 7, 0, 7
	fence
#if CHIP == TENSIX_BLACKHOLE
	call	more
#endif
	li	a0, 0
out:	lw	ra, 12(sp)
	lw	s11, 8(sp)
	addi	sp, sp, 16
	ret

	/* Nothing is there: the emulator says at which address. */
failed:	li	a0, 0xfff00000
	slli	s11, s11, 2
	add	a0, a0, s11
	lw	a0, (a0)

memory:	li	a1, 0x818283f4
	sw	a1, (s0)
	lw	a0, (s0)
	want	0x818283f4
	nop
	lb	a0, (s0)
	want	0xfffffff4
	lbu	a0, (s0)
	want	0xf4
	lb	a0, 1(s0)
	want	0xffffff83
	lh	a0, 2(s0)
	want	0xffff8182
	lhu	a0, 2(s0)
	want	0x8182
	sb	zero, 1(s0)
	nop
	nop
	nop
	nop
	nop
	lw	a0, (s0)
	want	0x818200f4
	sh	a1, 2(s0)
	nop
	nop
	nop
	nop
	nop
	lw	a0, (s0)
	want	0x83f400f4
	ret

#if CHIP == TENSIX_BLACKHOLE
	.macro	amo number a b value new
	li	a1, \a
	sw	a1, (s0)
	li	a2, \b
	.insn	r 0x2f, 2, \number << 2, a0, s0, a2
	want	\value
	lw	a0, (s0)
	want	\new
	.endm

more:	two	sh1add, 3, 5, 11
	two	sh2add, 3, 5, 17
	two	sh3add, 3, 5, 29
	two	andn, 0xff, 0x0f, 0xf0
	two	orn, 0x0f, 0xffffff0f, 0xff
	two	xnor, 0xff, 0x0f, ~0xf0
	two	max, -1, 1, 1
	two	maxu, -1, 1, -1
	two	min, -1, 1, -1
	two	minu, -1, 1, 1
	two	rol, 0x80000001, 4, 0x18
	two	ror, 0x80000001, 36, 0x18000000
	two	rol, 0x80000001, 0, 0x80000001
	imm	rori, 0x80000001, 1, 0xc0000000
	one	clz, 0x00010000, 15
	one	clz, 0, 32
	one	ctz, 0x00010000, 16
	one	ctz, 0, 32
	one	cpop, 0xf00ff001, 13
	one	sext.b, 0x1ff80, -128
	one	sext.h, 0x18000, -32768
	one	zext.h, 0x18000, 0x8000
	one	orc.b, 0x00800100, 0x00ffff00
	one	rev8, 0x01020304, 0x04030201
	la	s0, place
	amo	0, 5, 7, 5, 12
	amo	1, 5, 7, 5, 7
	amo	4, 5, 7, 5, 2
	amo	8, 5, 7, 5, 7
	amo	12, 5, 6, 5, 4
	amo	16, -5, 6, -5, -5
	amo	20, -5, 6, -5, 6
	amo	24, -5, 6, -5, 6
	amo	28, -5, 6, -5, -5
	csrr	a0, 0xf14
	want	0
	csrrwi	a0, 0x7c0, 10
	csrr	a0, 0x7c0
	want	10
	csrrsi	a0, 0x7c0, 5
	csrrci	a0, 0x7c0, 8
	want	15
	li	a1, 1 << 24
	csrrs	a0, 0x7c0, a1
	want	7
	csrrc	a0, 0x7c0, a1
	want	0x1000007
	csrrw	a0, 0x7c0, zero
	want	7
	csrr	a0, 0x7c0
	want	0
	ret
#endif

	.bss
	.balign	16
place:	.space	16
