/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An exception with interrupts off.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 no exception can be taken
 */
	.global	_main
_main:	gid
	mov	r0, 1
	ldr	r0, [r0]
