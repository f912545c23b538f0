/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start of a program of e-lib's that has the core to itself: from interrupt 0 to main.
 * Its result is told by newlib's trap for an exit.  All interrupts are masked; those that the
 * program takes it gets by e_irq_attach, all others end here.
 */
	.macro	vector
	.balign	4
	b	elib_unexpected
	.endm

	.section .ivt,"ax",@progbits
	.global	_start
_start:	b	elib_reset
	.rept	9
	vector
	.endr

	.text
	.balign	8
	.global	elib_unexpected
elib_unexpected:
	trap	5
	b	elib_unexpected

	.balign	8
	.global	elib_reset
elib_reset:
	mov	r0, %low(0x3ff)
	movts	imask, r0
	mov	r0, %low(elib_config)
	movt	r0, %high(elib_config)
	movts	config, r0
	mov	sp, %low(_elib_stack)
	movt	sp, %high(_elib_stack)
	mov	r0, %low(elib_running)
	movt	r0, %high(elib_running)
	movts	iret, r0
	rti
elib_running:
	mov	r0, %low(_elib_bss)
	movt	r0, %high(_elib_bss)
	mov	r1, %low(_elib_end)
	movt	r1, %high(_elib_end)
	mov	r2, 0
elib_clear:
	sub	r3, r0, r1
	bgteu	elib_main
	str	r2, [r0], 1
	b	elib_clear
elib_main:
	mov	r0, 0
	mov	r1, 0
	mov	r2, %low(_main)
	movt	r2, %high(_main)
	jalr	r2
	mov	r2, %low(_exit)
	movt	r2, %high(_exit)
	jalr	r2
