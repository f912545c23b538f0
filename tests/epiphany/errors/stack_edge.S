/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One store of the stack into the last word of the data.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 73 stack overflow: down to
 */
	.global	_main
_main:	mov	sp, %low(__end)
	sub	sp, sp, 4
	str	r0, [sp]
	trap	4
