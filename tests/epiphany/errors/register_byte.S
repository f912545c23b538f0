/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A byte of a register.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 accessed by words
 */
	.global	_main
_main:	mov	r0, 0x0404
	movt	r0, 0xf
	ldrb	r0, [r0]
