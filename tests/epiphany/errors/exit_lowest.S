/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Of two statuses, the lower core's.
 *
 * run: --rows 1 --cols 2
 * expect: 5
 */
	.global	_main
_main:	movfs	r0, coreid
	mov	r1, 0x803
	sub	r0, r0, r1
	rts
