/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each start of an Epiphany core has: vectors, and the way out of interrupt 0.  A core
 * starts inside that interrupt, which the loader has latched.  Branches of the vectors go to
 * global symbols: the assembler gets others wrong across sections.
 */
	.macro	vector name
	.balign	4
	b	\name
	.endm

	.macro	address register symbol
	mov	\register, %low(\symbol)
	movt	\register, %high(\symbol)
	.endm

	/* No interrupt but this one, until the program wants one.  It takes r0. */
	.macro	mask_all
	mov	r0, 0x3ff
	movts	imask, r0
	.endm

	/* Out of interrupt 0, before anything else may come, to that label.  It takes r0. */
	.macro	leave_to label
	address	r0, \label
	movts	iret, r0
	rti
	.endm

	/* Zeroes from one symbol to another, both at multiples of 8.  It takes r0 to r3, r16. */
	.macro	clear from to
	address	r0, \from
	address	r1, \to
	mov	r2, 0
	mov	r3, 0
.Lclear\@:
	sub	r16, r0, r1
	bgteu	.Lcleared\@
	strd	r2, [r0], 1
	b	.Lclear\@
.Lcleared\@:
	.endm
