/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From one stack to another on an x86-64 host, for .S files: void NAME(void **left, void *to)
 * leaves what a call must preserve on the stack, its end in *left, and goes on where `to` was
 * left.  With `control` the floating-point control words are among that: of cores each has
 * its own, fibers of a core share them (weft/fiber.h).
 */
	.macro SWITCH_STACKS name, control
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	.cfi_adjust_cfa_offset 48
	.cfi_offset rbp, -16
	.cfi_offset rbx, -24
	.cfi_offset r12, -32
	.cfi_offset r13, -40
	.cfi_offset r14, -48
	.cfi_offset r15, -56
	.if \control
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	.endif
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	.if \control
	ldmxcsr	(%rsp)
	fldcw	4(%rsp)
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	.endif
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_adjust_cfa_offset -48
	ret
	.cfi_endproc
	.size	\name, . - \name
	.endm
