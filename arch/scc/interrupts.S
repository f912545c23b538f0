/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt entries: save what C may change, call, restore.  Gates have masked
 * interrupts; the called entry acknowledges.
 */
	.macro interrupt name, call
	.globl \name, \name\()_return
\name:
	pushl %eax
	pushl %ecx
	pushl %edx
	cld
	call \call
	popl %edx
	popl %ecx
	popl %eax
\name\()_return:
	iretl
	.endm

	.section .text.interrupts, "ax"
	interrupt scc_vector_notify, scc_notify_entry
	interrupt scc_vector_timer, scc_timer_entry

	/* The vehicle's own: kept where instruction counts do not look. */
	.section .text.vehicle, "ax"
	interrupt vehicle_vector_wake, local_apic_end_of_interrupt
	interrupt vehicle_vector_tick, scc_tick_entry

	/* A spurious one is not to be acknowledged. */
	.globl vehicle_vector_spurious
vehicle_vector_spurious:
	iretl

	.section .note.GNU-stack, "", @progbits
