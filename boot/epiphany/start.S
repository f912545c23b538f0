/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors, the way from interrupt 0 to C, and the interrupt entries.
 *
 * mov, movt, loads, stores and movts change no flags; add and sub do, so STATUS is
 * saved before them.
 */
#include <board.h>

#include "boot/epiphany/macros.S"

	/* As `address`, of a core's own memory. */
	.macro	near register symbol
	mov	\register, %low(\symbol)
	.endm

	.section .ivt,"ax",@progbits
	.global	_start
_start:	b	epi_reset
	vector	epi_exception
	vector	epi_exception	/* memory fault */
	vector	epi_clock
	vector	epi_alarm_taken
	vector	epi_ask
	vector	epi_tick
	.balign	4
	rti			/* wake: its idle is over, that is all */
	vector	epi_all
	vector	epi_notify

	.text
	.balign	8
	.global	epi_reset
epi_reset:
	address	r0, reset
	jr	r0

	.section .text.cold,"ax",@progbits
	.balign	8
reset:
	mask_all
	address	r0, BOARD_CONFIG
	movts	config, r0
	address	sp, ___stack
	address	r31, 0xffffffff		/* as arch/epiphany/far/as has it */
	leave_to in_thread
in_thread:
	mov	r0, BOARD_LOADER_FLAGS
	ldr	r0, [r0]
	mov	r1, 1
	and	r0, r0, r1
	bne	cleared
	clear	_bss_start, _bss_end
cleared:
	address	r0, _epi_start
	jr	r0

	.text
/*
 * From here on GID is set until `rti`, unless said otherwise.  Memory below sp is
 * free; the 8 bytes at sp are not: a leaf function keeps lr there.
 */
	.global	epi_alarm_taken
epi_alarm_taken:
	str	r0, [sp, -1]
	mov	r0, 1 << BOARD_I_TICK
	movts	ilatst, r0
	ldr	r0, [sp, -1]
	rti

	/* CTIMER0 stands at 0: start it again; that clears its mode. */
	.global	epi_clock
epi_clock:
	strd	r0, [sp, -1]
	strd	r2, [sp, -2]
	movfs	r2, status
	near	r0, _epi_clock_high
	ldr	r1, [r0]
	add	r1, r1, 1
	str	r1, [r0]
	mov	r1, 0xffff
	movt	r1, 0xffff
	movfs	r0, config
	movts	ctimer0, r1
	movts	config, r0
	movts	status, r2
	ldrd	r2, [sp, -2]
	ldrd	r0, [sp, -1]
	rti

/* All cores have come to the barrier (arch/epiphany/barrier.c). */
	.global	epi_all
epi_all:
	strd	r0, [sp, -1]
	movfs	r0, status
	strd	r2, [sp, -2]
	mov	r1, BOARD_STATUS_WAND
	orr	r0, r0, r1
	eor	r0, r0, r1
	near	r1, _epi_barrier
	ldr	r2, [r1]		/* turn */
	ldr	r3, [r1, 2]		/* left */
	movts	status, r0
	str	r2, [r1, 1]		/* passed */
	strb	r2, [r3]
	ldrd	r2, [sp, -2]
	ldrd	r0, [sp, -1]
	rti

/*
 * Others ask whether their writes have arrived (arch/epiphany/order.c): for each
 * byte of epi_shared.asked, by rank, that is not 0: clear it, then clear the byte
 * of `unseen` that its writer keeps for me.  What comes meanwhile latches the
 * interrupt again.
 */
	.global	epi_ask
epi_ask:
	strd	r0, [sp, -1]
	movfs	r0, status
	strd	r2, [sp, -2]
	strd	r16, [sp, -3]
	strd	r18, [sp, -4]
	strd	r20, [sp, -5]
	near	r1, _epi_shared
	near	r16, _epi
	ldr	r17, [r16, EPI_BYTES_COUNT / 4]
	ldr	r19, [r16]		/* rank */
	mov	r18, r1			/* where the bytes begin, */
	add	r17, r17, r1		/* and end */
	add	r19, r19, r16
	add	r19, r19, EPI_BYTES_UNSEEN	/* mine, as others have it */
	near	r16, _epi_base
	mov	r20, 0
ask_word:
	ldr	r2, [r1], 1
	and	r3, r2, r2
	bne	ask_found
ask_more:
	sub	r3, r17, r1
	bgtu	ask_word
	ldrd	r20, [sp, -5]
	ldrd	r18, [sp, -4]
	ldrd	r16, [sp, -3]
	ldrd	r2, [sp, -2]
	movts	status, r0
	ldrd	r0, [sp, -1]
	rti
ask_found:
	sub	r1, r1, 4
ask_byte:
	lsl	r3, r2, 24
	beq	ask_none
	strb	r20, [r1]
	sub	r3, r1, r18
	lsl	r3, r3, 2
	ldr	r3, [r16, r3]
	strb	r20, [r3, r19]
ask_none:
	add	r1, r1, 1
	lsr	r2, r2, 8
	bne	ask_byte
	/* on to the next word */
	add	r1, r1, 3
	lsr	r1, r1, 2
	lsl	r1, r1, 2
	b	ask_more

/*
 * An entry that calls C: what C may change is kept.  emu/epiphany_dump.py knows the
 * frame, and by the labels from where to where it is there.  The library's interrupts are
 * masked and all others may come, the one that asks above all: a handler that
 * waits for an answer must itself give some.
 *
 * GCC's division switches the FPU to floating point while it lasts, and a multiplication
 * needs it for integers: so a handler finds it so, and leaves it as it was.
 *
 * Places in the frame, by double words; 0 is the callee's.
 */
#define FRAME 176
	.macro	entry name function
	.global	\name
\name:	strd	r0, [sp, -1]	/* 21 of the frame */
	strd	r2, [sp, -21]	/* 1 of it */
	near	r2, \function
	b	enter
	.endm

	entry	epi_tick, _epi_tick_entry
	entry	epi_notify, _epi_notify_entry

enter:	movfs	r0, status
	sub	sp, sp, FRAME
lowered:
	str	r12, [sp, 36]
	str	lr, [sp, 37]
	movfs	r1, iret
	strd	r0, [sp, 19]
	movfs	r0, imask
	movfs	r1, config
	strd	r0, [sp, 20]
framed:	strd	r16, [sp, 2]
	strd	r18, [sp, 3]
	strd	r20, [sp, 4]
	strd	r22, [sp, 5]
	strd	r24, [sp, 6]
	strd	r26, [sp, 7]
	strd	r44, [sp, 8]
	strd	r46, [sp, 9]
	strd	r48, [sp, 10]
	strd	r50, [sp, 11]
	strd	r52, [sp, 12]
	strd	r54, [sp, 13]
	strd	r56, [sp, 14]
	strd	r58, [sp, 15]
	strd	r60, [sp, 16]
	strd	r62, [sp, 17]
	mov	r3, BOARD_CONFIG_INTEGER >> 16
	lsl	r3, r3, 16
	orr	r1, r1, r3
	movts	config, r1
	mov	r1, BOARD_LIBRARY
	orr	r0, r0, r1
	movts	imask, r0
	gie
	jalr	r2
	gid
	ldr	r0, [sp, 39]
	movts	iret, r0
	ldrd	r0, [sp, 20]
	movts	imask, r0
	movts	config, r1
	ldrd	r62, [sp, 17]
	ldrd	r60, [sp, 16]
	ldrd	r58, [sp, 15]
	ldrd	r56, [sp, 14]
	ldrd	r54, [sp, 13]
	ldrd	r52, [sp, 12]
	ldrd	r50, [sp, 11]
	ldrd	r48, [sp, 10]
	ldrd	r46, [sp, 9]
	ldrd	r44, [sp, 8]
	ldrd	r26, [sp, 7]
	ldrd	r24, [sp, 6]
	ldrd	r22, [sp, 5]
	ldrd	r20, [sp, 4]
	ldrd	r18, [sp, 3]
	ldrd	r16, [sp, 2]
	/* STATUS as it was, but for the bit that epi_all may have cleared */
	ldr	r0, [sp, 38]
	movfs	r1, status
	mov	r2, BOARD_STATUS_WAND
	eor	r1, r1, r0
	and	r1, r1, r2
	eor	r0, r0, r1
	ldrd	r2, [sp, 1]
	ldr	r12, [sp, 36]
	ldr	lr, [sp, 37]
	add	sp, sp, FRAME
raised:	movts	status, r0
	ldrd	r0, [sp, -1]
	rti

/* epi_idle: the pair has to lie in one aligned double word. */
	.balign	8
	.global	_epi_idle
_epi_idle:
	gie
	idle
	rts

	.global	epi_exception
epi_exception:
	address	r12, exception
	jr	r12

	.section .text.cold,"ax",@progbits
exception:
	movfs	r0, iret
	movfs	r1, status
	mov	r2, sp
	mov	r3, lr
	sub	sp, sp, 8
	address	r12, _epi_exception_entry
	jr	r12
