/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TESTSET of the own memory by a local address.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 no global address
 */
	.global	_main
_main:	mov	r1, 0x4000
	mov	r2, 0
	mov	r0, 1
	testset	r0, [r1, r2]
