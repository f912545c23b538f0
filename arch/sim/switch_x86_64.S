/* SPDX-License-Identifier: Apache-2.0 */
/* void sim_switch(void **left, void *to): see boot/x86/switch.S. */
	.text
	.globl	sim_switch
	.type	sim_switch, @function
sim_switch:
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
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_adjust_cfa_offset -48
	ret
	.cfi_endproc
	.size	sim_switch, . - sim_switch

	.section .note.GNU-stack, "", @progbits
