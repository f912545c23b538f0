/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the first instruction to C on a core's own stack.
 *
 * The first core comes in at boot_entry: supervisor mode, MMU and caches off.
 * It runs boot_first_core() on a borrowed stack, which lays out memory for
 * every core.  The others are started by PSCI at boot_other, with their rank as
 * context in r0.  Both meet at `enter`: load the core's own and the common page
 * table, turn on MMU, caches and VFP, take its stacks, call
 * boot_core_start(rank).  Text is mapped where it lies, so execution runs on
 * when the MMU comes on.
 *
 * Caches come out of reset invalid on this core; where they do not, and to make
 * cores coherent (ACTLR.SMP), is the affair of the firmware behind PSCI.
 */
#include <board.h>

#define MODE_FIQ 0x11
#define MODE_SVC 0x13
#define MODE_ABT 0x17
#define MODE_UND 0x1b

/* Walks of the tables: write-back, allocating, shareable. */
#define TTBR_WALK 0x4a

#define TTBCR_N2 2 /* TTBR0 below 1 GB, TTBR1 from there on */
#define DOMAIN_0_CLIENT 1

#define SCTLR_SET   0x00001805 /* I, Z, C, M */
#define SCTLR_CLEAR 0x70002002 /* TE, AFE, TRE, V, A */

#define CPACR_VFP 0x00f00000
#define FPEXC_EN  0x40000000

	.syntax unified
	.arm
	.fpu vfpv4

	.section .text.boot, "ax"
	.globl boot_entry, boot_other
boot_entry:
	cpsid	aif, #MODE_SVC
	ldr	sp, =BOARD_BOOT_STACK
	bl	boot_first_core
	mov	r0, #0
boot_other:
	cpsid	aif, #MODE_SVC
enter:
	mov	r4, r0
	mov	r1, #0
	mcr	p15, 0, r1, c8, c7, 0	/* TLBIALL */
	mcr	p15, 0, r1, c7, c5, 0	/* ICIALLU */
	mcr	p15, 0, r1, c7, c5, 6	/* BPIALL */
	ldr	r1, =BOARD_TABLES
	add	r1, r1, r0, lsl #BOARD_TABLES_SHIFT
	orr	r1, r1, #TTBR_WALK
	mcr	p15, 0, r1, c2, c0, 0	/* TTBR0 */
	ldr	r1, =BOARD_COMMON_TABLE
	orr	r1, r1, #TTBR_WALK
	mcr	p15, 0, r1, c2, c0, 1	/* TTBR1 */
	mov	r1, #TTBCR_N2
	mcr	p15, 0, r1, c2, c0, 2
	mov	r1, #DOMAIN_0_CLIENT
	mcr	p15, 0, r1, c3, c0, 0	/* DACR */
	ldr	r1, =boot_vectors
	mcr	p15, 0, r1, c12, c0, 0	/* VBAR */
	/* The invalidations above have ended before anything is looked up. */
	dsb
	isb
	mrc	p15, 0, r1, c1, c0, 0	/* SCTLR */
	ldr	r2, =SCTLR_CLEAR
	bic	r1, r1, r2
	ldr	r2, =SCTLR_SET
	orr	r1, r1, r2
	mcr	p15, 0, r1, c1, c0, 0
	isb				/* from here on by the tables */

	mrc	p15, 0, r1, c1, c0, 2	/* CPACR */
	orr	r1, r1, #CPACR_VFP
	mcr	p15, 0, r1, c1, c0, 2
	isb				/* or the next is undefined */
	mov	r1, #FPEXC_EN
	vmsr	fpexc, r1

	/* Faults have a stack of their own: the thread's may be the fault. */
	ldr	r1, =BOARD_FAULT_TOP
	cps	#MODE_ABT
	mov	sp, r1
	cps	#MODE_UND
	mov	sp, r1
	ldr	r1, =BOARD_FIQ_TOP
	cps	#MODE_FIQ
	mov	sp, r1
	cps	#MODE_SVC
	ldr	sp, =BOARD_STACK_TOP
	mov	fp, #0
	mov	r0, r4
	bl	boot_core_start
