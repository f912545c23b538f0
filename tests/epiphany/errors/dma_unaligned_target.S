/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMA of words to an odd address.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 not aligned
 */
	.global	_main
_main:	mov	r0, 4
	movt	r0, 4
	movts	dma0stride, r0
	mov	r0, 8
	movt	r0, 1
	movts	dma0count, r0
	mov	r0, 0x4000
	movts	dma0srcaddr, r0
	mov	r0, 0x5001
	movts	dma0dstaddr, r0
	mov	r0, 0x43
	movts	dma0config, r0
1:	b	1b
