/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program's own exit status.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 42
 */
	.global	_main
_main:	mov	r0, 42
	rts
