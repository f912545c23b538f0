/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of a core that runs.
 *
 * run: --rows 1 --cols 2 --cores 0-1
 * expect: 71 while it runs
 */
	.global	_main
_main:	movfs	r0, coreid
	mov	r1, 0x809
	sub	r0, r0, r1
	beq	load
1:	b	1b
load:	mov	r0, 0
	movt	r0, 0x808f
	ldr	r0, [r0]
