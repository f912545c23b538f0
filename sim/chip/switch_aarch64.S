/* SPDX-License-Identifier: Apache-2.0 */
/* Coroutines on AArch64; see switch_x86_64.S. */
#include "arch/sim/switch_aarch64.h"

	.text
	SWITCH_STACKS coroutine_switch, 1

/* void *coroutine_prepare(void *top) */
	.globl	coroutine_prepare
	.type	coroutine_prepare, %function
coroutine_prepare:
	sub	x0, x0, #176
	mov	x1, x0
	mov	x2, #11
1:	stp	xzr, xzr, [x1], #16
	subs	x2, x2, #1
	b.ne	1b
	adrp	x1, core_main
	add	x1, x1, :lo12:core_main
	str	x1, [x0, #88]
	mrs	x1, fpcr
	str	x1, [x0, #160]
	ret
	.size	coroutine_prepare, . - coroutine_prepare

	.section .note.GNU-stack, "", %progbits
