/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The 32 exception entries.  All build the struct cpu_frame of descriptors.h
 * and call cpu_exception(frame), which returns only if it has repaired the
 * cause.  A double fault is a task of its own: the stack may be what failed.
 */
	.macro exception number, pushes_error = 0
	.text
exception_\number:
	.ifeq \pushes_error
	pushl $0
	.endif
	pushl $\number
	jmp common
	.section .rodata.exceptions, "a"
	.long exception_\number
	.endm

	.section .rodata.exceptions, "a"
	.balign 4
	.globl cpu_exception_entries
cpu_exception_entries:
	.irp number, 0, 1, 2, 3, 4, 5, 6, 7
	exception \number
	.endr
	exception 8, 1
	exception 9
	.irp number, 10, 11, 12, 13, 14
	exception \number, 1
	.endr
	exception 15
	exception 16
	exception 17, 1
	.irp number, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	exception \number
	.endr

	.text
common:
	pushal
	cld
	pushl %esp
	call cpu_exception
	addl $4, %esp
	popal
	addl $8, %esp
	iretl

	.globl cpu_double_fault_task
cpu_double_fault_task:
	cld
	call cpu_double_fault

	.section .note.GNU-stack, "", @progbits
