/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exception vectors.
 *
 * An interrupt runs on the stack of whom it hits, in supervisor mode: save what
 * C may change, call arm_irq_entry(), restore.  The VFP's registers are not
 * saved, since handlers use none.  Everything else is a fault: all registers
 * go into a struct cpu_frame (traps.c) on the fault stack, and nobody returns.
 * Fast interrupts (FIQ) are the vehicle's, and have a stack.
 */
#include <board.h>

#define MODE_SVC 0x13

	.cfi_sections .debug_frame
	.syntax unified
	.arm

	.section .text.vectors, "ax"
	.balign 32
	.globl boot_vectors
boot_vectors:
	b	reset
	b	undefined
	b	supervisor
	b	prefetch
	b	data
	b	reset
	b	arm_vector_irq
	b	fast

	.globl arm_vector_irq, arm_vector_irq_return
arm_vector_irq:
	sub	lr, lr, #4
	srsdb	sp!, #MODE_SVC
	cps	#MODE_SVC
	push	{r0-r3, r12, lr}
	and	r1, sp, #4		/* C wants it on 8 bytes */
	sub	sp, sp, r1
	push	{r1, r2}
	/*
	 * For who walks the stack from outside (tools/unwind.py): above are
	 * sp + [sp] + 40, and below that spsr, pc, lr.
	 */
	.cfi_startproc
	.cfi_signal_frame
	.cfi_return_column 15
	.cfi_escape 0x0f, 8, 0x7d, 0, 0x06, 0x7d, 0, 0x22, 0x23, 40
	.cfi_offset 15, -8
	.cfi_offset 14, -12
	bl	arm_irq_entry
	.cfi_endproc
	pop	{r1, r2}
	add	sp, sp, r1
	pop	{r0-r3, r12, lr}
arm_vector_irq_return:
	clrex				/* no strex of a thread half done */
	rfeia	sp!

	/* Kept where instruction counts do not look. */
	.section .text.vehicle, "ax"
fast:
	push	{r0-r3, r12, lr}
	bl	vehicle_fiq_entry
	pop	{r0-r3, r12, lr}
	subs	pc, lr, #4

	.section .text.vectors, "ax"
	/* pc is where the core was, `adjust` behind it in lr. */
	.macro fault name, kind, adjust
\name:
	sub	sp, sp, #BOARD_FRAME_BYTES
	stmia	sp, {r0-r12}
	mov	r4, #\kind
	sub	r3, lr, #\adjust
	b	report
	.endm

reset:
	ldr	sp, =BOARD_FAULT_TOP
	fault	unexpected, 0, 4
	fault	undefined, 1, 4
supervisor:
	ldr	sp, =BOARD_FAULT_TOP
	fault	call, 2, 4
	fault	prefetch, 3, 4
	fault	data, 4, 8

report:
	mov	r0, sp
	mrs	r5, spsr
	mrs	r6, cpsr
	cps	#MODE_SVC		/* what was hit runs in no other */
	mov	r1, sp
	mov	r2, lr
	msr	cpsr_c, r6
	add	r7, r0, #13 * 4
	stmia	r7, {r1-r3, r5}
	mov	r1, r4
	bl	arm_fault_entry
