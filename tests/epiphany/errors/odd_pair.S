/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A double word into an odd register.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 even register
 */
	.global	_main
_main:	mov	r0, 0x4000
	.long	0x0000206c | 1 << 13
