/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CONFIG asks for multicast.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 not modelled
 */
	.global	_main
_main:	mov	r0, 0x3000
	movts	config, r0
