/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupt entries: save what C may change, call, restore.  Gates have masked
 * interrupts; the called entry acknowledges.  The .cfi lines are for who walks the
 * stack from outside (tools/unwind.py).
 */
#include <board.h>

	.cfi_sections .debug_frame

	.macro interrupt name, call
	.globl \name, \name\()_return
\name:
	.cfi_startproc
	.cfi_signal_frame
	.cfi_def_cfa esp, 12		/* eip, cs, eflags */
	.cfi_offset eip, -12
	pushl %eax
	pushl %ecx
	pushl %edx
	.cfi_adjust_cfa_offset 12
	cld
	call \call
	popl %edx
	popl %ecx
	popl %eax
	.cfi_adjust_cfa_offset -12
\name\()_return:
	iretl
	.cfi_endproc
	.endm

	.section .text.interrupts, "ax"
	interrupt scc_vector_notify, scc_notify_entry
	interrupt scc_vector_timer, scc_timer_entry
#ifdef BOARD_CHIP
	interrupt scc_vector_link, scc_link_entry
	interrupt scc_vector_device, scc_device_entry
#endif

	/* The vehicle's own: kept where instruction counts do not look. */
	.section .text.vehicle, "ax"
	interrupt vehicle_vector_wake, local_apic_end_of_interrupt
	interrupt vehicle_vector_tick, scc_tick_entry

	/* A spurious one is not to be acknowledged. */
	.globl vehicle_vector_spurious
vehicle_vector_spurious:
	iretl

	.section .note.GNU-stack, "", @progbits
