/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trap that is to write what does not end in memory: EFAULT, and nothing is
 * written.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 14
 */
	.global	_main
_main:	mov	r0, 1
	mov	r1, 0x7ff0
	mov	r2, 0
	movt	r2, 0x10
	trap	0
	mov	r0, r3
	rts
