/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A load where nothing is.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 no core and no memory
 */
	.global	_main
_main:	mov	r0, 0
	movt	r0, 0x1230
	ldr	r0, [r0]
