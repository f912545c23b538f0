/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Coroutines on x86-64: what a call must preserve goes on the stack, the
 * floating-point control words included, since each core has its own.
 */
#include "arch/sim/switch_x86_64.h"

	.text
	SWITCH_STACKS coroutine_switch, 1

/*
 * void *coroutine_prepare(void *top): as if coroutine_switch had been called at
 * the very start of core_main.  A zero return address ends a debugger's walk.
 */
	.globl	coroutine_prepare
	.type	coroutine_prepare, @function
coroutine_prepare:
	leaq	core_main(%rip), %rdx
	leaq	-72(%rdi), %rax
	stmxcsr	(%rax)
	fnstcw	4(%rax)
	xorl	%ecx, %ecx
	movq	%rcx, 8(%rax)
	movq	%rcx, 16(%rax)
	movq	%rcx, 24(%rax)
	movq	%rcx, 32(%rax)
	movq	%rcx, 40(%rax)
	movq	%rcx, 48(%rax)
	movq	%rdx, 56(%rax)
	movq	%rcx, 64(%rax)
	ret
	.size	coroutine_prepare, . - coroutine_prepare

	.section .note.GNU-stack, "", @progbits
