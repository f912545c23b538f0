/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TESTSET of a register.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 TESTSET of the register
 */
	.global	_main
_main:	mov	r0, 0x0424
	movt	r0, 0x808f
	mov	r1, 0
	testset	r2, [r0, r1]
