/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exit status that would be one of the emulator's.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 63
 */
	.global	_main
_main:	mov	r0, 85
	rts
