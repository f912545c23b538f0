/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code that the program has written over.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 overwritten
 */
	.global	_main
_main:	mov	r0, %low(here)
	mov	r1, 0x01a2
	strh	r1, [r0]
here:	mov	r2, r2
