/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Coroutines on x86-64: what a call must preserve goes on the stack, the
 * floating-point control words included, since each core has its own.
 */
	.text

/* void coroutine_switch(void **save_sp, void *sp) */
	.globl	coroutine_switch
	.type	coroutine_switch, @function
coroutine_switch:
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$8, %rsp
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	ldmxcsr	(%rsp)
	fldcw	4(%rsp)
	addq	$8, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	ret
	.size	coroutine_switch, . - coroutine_switch

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
