/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A jump into data.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 runs into data
 */
	.global	_main
_main:	mov	r0, %low(words)
	jr	r0
	.data
	.balign	8
words:	.long	0x01a201a2
