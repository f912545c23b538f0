/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same on an AArch64 host: see switch_x86_64.h.  Where the frame has no control word it
 * has the place to go on at in its stead, so that a new stack's walk ends at once.
 */
	.macro SWITCH_STACKS name, control
	.globl	\name
	.type	\name, %function
\name:
	sub	sp, sp, #176
	stp	x19, x20, [sp]
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	stp	d8, d9, [sp, #96]
	stp	d10, d11, [sp, #112]
	stp	d12, d13, [sp, #128]
	stp	d14, d15, [sp, #144]
	.if \control
	mrs	x9, fpcr
	str	x9, [sp, #160]
	.else
	str	x30, [sp, #160]
	.endif
	mov	x9, sp
	str	x9, [x0]
	mov	sp, x1
	ldp	x19, x20, [sp]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x29, x30, [sp, #80]
	ldp	d8, d9, [sp, #96]
	ldp	d10, d11, [sp, #112]
	ldp	d12, d13, [sp, #128]
	ldp	d14, d15, [sp, #144]
	ldr	x9, [sp, #160]
	.if \control
	msr	fpcr, x9
	add	sp, sp, #176
	ret
	.else
	add	sp, sp, #176
	br	x9
	.endif
	.size	\name, . - \name
	.endm
