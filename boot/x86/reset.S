/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the reset vector to C, for a chip whose cores all start there: 16 bits,
 * in the last 64 KB of addresses.  The page that is linked here is copied to
 * every core's private memory; nothing of it is written to.
 *
 * The image lies in memory already, .data included: the load map puts it there.
 */
#include <board.h>

#define CODE 0x08
#define DATA 0x10

#define CR0_PROTECTED 0x11 /* PE, ET; caches as reset leaves them: off */
#define CR0_CACHE_OFF 0x60000000

	.section .reset, "ax"
	.code16
reset_page:
	cli
	cld
	/* After reset, cs has the base of the last 64 KB. */
	lgdtl %cs:(reset_gdt_pointer - reset_page + 0xf000)
	movl $CR0_PROTECTED | CR0_CACHE_OFF, %eax
	movl %eax, %cr0
	ljmpl $CODE, $reset_enter

	.balign 8
reset_gdt:
	.quad 0
	.quad 0x00cf9b000000ffff
	.quad 0x00cf93000000ffff
reset_gdt_end:
reset_gdt_pointer:
	.word reset_gdt_end - reset_gdt - 1
	.long reset_gdt

	.org 0xff0 /* the vector: 0xfffffff0 */
	jmp reset_page
	.org 0x1000

	.section .text.boot, "ax"
	.code32
	.globl reset_enter
reset_enter:
	movl $DATA, %eax
	movl %eax, %ds
	movl %eax, %es
	movl %eax, %fs
	movl %eax, %gs
	movl %eax, %ss
	movl $BOARD_STACK_TOP, %esp
	xorl %ebp, %ebp
	call hw_core_start

	.section .note.GNU-stack, "", @progbits
