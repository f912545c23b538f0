/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start of a test program: vectors, a stack, main, and its result as the
 * core's exit status.  A test takes an interrupt by defining on_<name>, which
 * ends with `rti`; those that it does not define end the run with trap 5.
 */
#include "boot/epiphany/macros.S"

	.section .ivt,"ax",@progbits
	.global	_start
_start:	b	reset
	vector	on_exception
	vector	on_fault
	vector	on_timer0
	vector	on_timer1
	vector	on_message
	vector	on_dma0
	vector	on_dma1
	vector	on_wand
	vector	on_user

	.text
	.irp	name, exception fault timer0 timer1 message dma0 dma1 wand user
	.weak	on_\name
on_\name:
	.endr
	trap	5

	/* IPEND as it is in interrupt 0; 4 bytes that main may look at. */
	.comm	_ipend_at_start, 4, 4

	.balign	8
	.global	reset
reset:
	mask_all
	movfs	r0, ipend
	address	r1, _ipend_at_start
	str	r0, [r1]
	address	sp, __stack
	leave_to running
running:
	address	r0, _main
	jalr	r0
	trap	3
