/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A store to the first word behind SRAM.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 neither SRAM nor registers
 */
	.global	_main
_main:	mov	r0, 0x8000
	str	r0, [r0]
