/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the first instruction to C on a core's own stack.
 *
 * The first core comes in by multiboot 1: 32 bits, paging off.  It runs
 * boot_first_core() on a borrowed stack, which lays out memory for every core.
 * The others come in by SIPI, in 16 bits, at the copy of boot_trampoline below
 * 1 MB.  Both meet at `enter`: rank in eax (QEMU gives the n-th core APIC id
 * n), load its page directory, take its stack, call boot_core_start(rank).
 * Text is mapped where it lies, so execution runs on when paging comes on.
 */
#include <board.h>

#define MULTIBOOT_MAGIC 0x1badb002
#define MULTIBOOT_FLAGS 0

#define CODE 0x08
#define DATA 0x10

#define CR0_RUN 0x80010033 /* PG, WP, NE, ET, MP, PE; caches on */
#define CR4_PSE 0x10
#define APIC_ID 0xfee00020

	.section .multiboot, "a"
	.balign 4
	.long MULTIBOOT_MAGIC
	.long MULTIBOOT_FLAGS
	.long -(MULTIBOOT_MAGIC + MULTIBOOT_FLAGS)

	.section .text.boot, "ax"
	.globl boot_entry
boot_entry:
	cli
	cld
	movl $BOARD_BOOT_STACK, %esp
	call boot_first_core
	lgdt boot_gdt_pointer
	ljmp $CODE, $1f
1:	xorl %eax, %eax

enter:
	movl $DATA, %edx
	movl %edx, %ds
	movl %edx, %es
	movl %edx, %fs
	movl %edx, %gs
	movl %edx, %ss
	movl %eax, %ecx
	shll $12, %ecx
	addl $BOARD_DIRECTORIES, %ecx
	movl %ecx, %cr3
	movl $CR4_PSE, %ecx
	movl %ecx, %cr4
	movl $CR0_RUN, %ecx
	movl %ecx, %cr0
	jmp 1f
1:	movl $BOARD_STACK_TOP, %esp
	xorl %ebp, %ebp
	pushl %eax
	call boot_core_start

enter_other:
	movl $DATA, %edx
	movl %edx, %ds
	movl APIC_ID, %eax
	shrl $24, %eax
	jmp enter

	.code16
	.globl boot_trampoline, boot_trampoline_end
boot_trampoline:
	cli
	cld
	xorw %ax, %ax
	movw %ax, %ds
	lgdtl BOARD_TRAMPOLINE + (trampoline_gdt - boot_trampoline)
	movl %cr0, %eax
	orl $1, %eax
	movl %eax, %cr0
	ljmpl $CODE, $enter_other
	.balign 4
	/* Named and typed: no disassembler takes it for instructions. */
	.type trampoline_gdt, @object
trampoline_gdt:
	.word boot_gdt_end - boot_gdt - 1
	.long boot_gdt
	.size trampoline_gdt, . - trampoline_gdt
boot_trampoline_end:
	.code32

	.section .rodata.boot, "a"
	.balign 8
/* Flat; the accessed bits are set, so that nothing writes to it. */
boot_gdt:
	.quad 0
	.quad 0x00cf9b000000ffff
	.quad 0x00cf93000000ffff
boot_gdt_end:
boot_gdt_pointer:
	.word boot_gdt_end - boot_gdt - 1
	.long boot_gdt

	.section .note.GNU-stack, "", @progbits
