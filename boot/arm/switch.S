/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From one stack to another (arch/switch.h).  The address to go on at is kept beside lr,
 * so that a stack that has not run yet has no caller for who walks it.
 */
	.cfi_sections .debug_frame

	.text
	.globl	arch_switch
	.type	arch_switch, %function
arch_switch:
	.cfi_startproc
	mov	ip, lr
	push	{r4-r11, ip, lr}
	.cfi_def_cfa_offset 40
	.cfi_offset lr, -4
	.cfi_offset r11, -12
	.cfi_offset r10, -16
	.cfi_offset r9, -20
	.cfi_offset r8, -24
	.cfi_offset r7, -28
	.cfi_offset r6, -32
	.cfi_offset r5, -36
	.cfi_offset r4, -40
	vpush	{d8-d15}
	.cfi_def_cfa_offset 104
	str	sp, [r0]
	mov	sp, r1
	vpop	{d8-d15}
	pop	{r4-r11, ip, lr}
	.cfi_def_cfa_offset 0
	bx	ip
	.cfi_endproc
	.size	arch_switch, . - arch_switch

	.section .note.GNU-stack, "", %progbits
