/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMA with a count of 0 rows.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 a count of 0
 */
	.global	_main
_main:	mov	r0, 8
	movts	dma0count, r0
	mov	r0, 0x43
	movts	dma0config, r0
1:	b	1b
