/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start of a program of e-lib's that has the core to itself: from interrupt 0 to main.
 * Its result is told by newlib's trap for an exit.  All interrupts are masked; those that the
 * program takes it gets by e_irq_attach, all others end here.
 */
#include "boot/epiphany/macros.S"

	.section .ivt,"ax",@progbits
	.global	_start
_start:	b	elib_reset
	.rept	9
	vector	elib_unexpected
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
	mask_all
	address	r0, elib_config
	movts	config, r0
	address	sp, _elib_stack
	leave_to elib_running
elib_running:
	clear	_elib_bss, _elib_end
	mov	r0, 0
	mov	r1, 0
	address	r2, _main
	jalr	r2
	address	r2, _exit
	jalr	r2
