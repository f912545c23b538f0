/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TESTSET of external memory.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 external memory
 */
	.global	_main
_main:	mov	r1, 0
	movt	r1, 0x8e00
	mov	r2, 0
	mov	r0, 1
	testset	r0, [r1, r2]
