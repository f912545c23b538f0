/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From one stack to another (arch/switch.h).  The .cfi lines hold for both: what is
 * left is left at the same places.
 */
	.cfi_sections .debug_frame

	.text
	/* fastcall: %ecx, %edx */
	.globl	arch_switch
	.type	arch_switch, @function
arch_switch:
	.cfi_startproc
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	.cfi_adjust_cfa_offset 16
	.cfi_offset ebp, -8
	.cfi_offset ebx, -12
	.cfi_offset esi, -16
	.cfi_offset edi, -20
	movl	%esp, (%ecx)
	movl	%edx, %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	.cfi_adjust_cfa_offset -16
	.cfi_restore ebp
	.cfi_restore ebx
	.cfi_restore esi
	.cfi_restore edi
	ret
	.cfi_endproc
	.size	arch_switch, . - arch_switch

	.section .note.GNU-stack, "", @progbits
