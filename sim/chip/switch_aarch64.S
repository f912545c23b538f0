/* SPDX-License-Identifier: Apache-2.0 */
/* Coroutines on AArch64; see switch_x86_64.S. */
	.text

/* void coroutine_switch(void **save_sp, void *sp) */
	.globl	coroutine_switch
	.type	coroutine_switch, %function
coroutine_switch:
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
	mrs	x9, fpcr
	str	x9, [sp, #160]
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
	msr	fpcr, x9
	add	sp, sp, #176
	ret
	.size	coroutine_switch, . - coroutine_switch

/* void *coroutine_prepare(void *top) */
	.globl	coroutine_prepare
	.type	coroutine_prepare, %function
coroutine_prepare:
	sub	x0, x0, #176
	mov	x1, x0
	mov	x2, #11
1:	stp	xzr, xzr, [x1], #16
	subs	x2, x2, #1
	b.ne	1b
	adrp	x1, core_main
	add	x1, x1, :lo12:core_main
	str	x1, [x0, #88]
	mrs	x1, fpcr
	str	x1, [x0, #160]
	ret
	.size	coroutine_prepare, . - coroutine_prepare

	.section .note.GNU-stack, "", %progbits
