/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A DMA descriptor that is not aligned.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 71 not 8-byte aligned
 */
	.global	_main
_main:	mov	r0, 8
	movt	r0, 0x4004
	movts	dma1config, r0
1:	b	1b
