/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Epiphany: where everything lies, which interrupt means what, and what the
 * port's files share.
 *
 * A core's SRAM, 32 KB, by linker/epiphany-emu.ld:
 *
 *   0x0000  vectors, then the block that the chip's usual loader fills (0x28)
 *   0x0100  text, constants, .data, .bss
 *   0x6000  window 0, and behind it what the port keeps for others
 *   0x7100  stack, growing down from 0x7ff0
 *
 * The window lies where it does on every core because other cores write
 * there.  It belongs to the image as zeroes, so that whoever loads it clears it,
 * before any core has started.  External memory, common to all cores:
 *
 *   0x8e000000  boot record
 *   0x8e100000  text: newlib's, and what is marked as cold; strings
 *   0x8e200000  heaps and files, a slice a rank
 *
 * Masking.  The library's own masking (arch_irq_save) is two bits of IMASK,
 * not GID: a core that holds the library's interrupts off still answers those
 * who ask whether their writes have arrived, is still woken, and its clock goes
 * on.  GID is set for some instructions only, in this folder alone.  So it also
 * does no harm that GCC's code for multiplications ends with `gie`.
 *
 * Interrupts by priority; all may be latched by a store to ILATST:
 *
 *   3  clock    CTIMER0 has run out: one more in the clock's upper half
 *   4  alarm    CTIMER1 has: latches 8, and ends whatever idle there is
 *   5  ask      another core wants to know that its writes have landed
 *   6           the application's (DMA0)
 *   7  wake     a flag was written: nothing to do but look
 *   8  tick     the library's timer, when it lets itself be interrupted
 *   9  notify   arch_raise
 */
#ifndef EPIPHANY_BOARD_H
#define EPIPHANY_BOARD_H

#define BOARD_CORES_MAX 64

/* What the loader leaves; epi_argument (linker script) is the boot record. */
#define BOARD_LOADER_FLAGS 0x58 /* word: 1: .bss is cleared; 2: argument */

#define BOARD_WINDOW_BYTES 0x1000

/* The boot record's port[] words; emu/epiphany_emu.py writes them. */
#define BOARD_LAYOUT      0x49504502 /* port[0]: this file's version */
#define BOARD_PORT_LAYOUT 0
#define BOARD_PORT_DRAM   1 /* address of rank 0's slice */
#define BOARD_PORT_BYTES  2 /* of a slice */

/* Registers of a core: own ones at these addresses, others' above. */
#define BOARD_ILATST 0xf042c

#define BOARD_I_ALARM  4
#define BOARD_I_ASK    5
#define BOARD_I_WAKE   7
#define BOARD_I_TICK   8
#define BOARD_I_NOTIFY 9

#define BOARD_LIBRARY 0x300 /* in IMASK: tick and notify */
#define BOARD_MASK    0x041 /* masked for good: SYNC, and DMA0 until wanted */

/*
 * CONFIG: integers in the FPU, as -mfp-mode=int wants it; both timers count
 * clocks and always do, so that code which saves and restores CONFIG around a
 * multiplication cannot stop them; clock gating as the loader has it.
 */
#define BOARD_CONFIG 0x00480110

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* A byte a rank, also looked at by words. */
union epi_bytes {
	uint8_t of[BOARD_CORES_MAX];
	uint32_t word[BOARD_CORES_MAX / 4];
};

/* What other cores write, or test and set, beside the window. */
struct epi_shared {
	union epi_bytes asked;    /* by a rank: its question's number */
	union epi_bytes answered; /* by a rank: the number of mine */
	uint32_t lock;
};

extern uint8_t epi_window[BOARD_WINDOW_BYTES];
extern volatile struct epi_shared epi_shared;

/* where.c: this core; what to add to a local address to get a rank's. */
extern uint32_t epi_rank, epi_count, epi_base[BOARD_CORES_MAX];
ARCH_COLD void epi_where_init(void);

/*
 * window.c: set after a write to that rank that no answer has covered.  After,
 * since an arch_quiet that interrupts in between then leaves it set.
 */
extern union epi_bytes epi_unseen;

/* The same address as another core has it. */
static inline uintptr_t epi_at(uint32_t rank, volatile const void *mine)
{
	return epi_base[rank] + (uintptr_t)mine;
}

static inline void epi_latch(uint32_t rank, uint32_t interrupt)
{
	*(volatile uint32_t *)(epi_base[rank] + BOARD_ILATST) = 1u << interrupt;
}

/* time.c */
void epi_time_init(void);
bool epi_due(void);                /* arch_timer_set's time has come */
void epi_alarm(uint64_t deadline); /* end an idle then; ARCH_NEVER */

static inline void epi_gid(void)
{
	__asm__ volatile("gid" ::: "memory");
}

static inline void epi_gie(void)
{
	__asm__ volatile("gie" ::: "memory");
}

/*
 * With GID set: clear it and idle, in one step, until an interrupt was taken.
 * The pair has to lie in one aligned double word.
 */
static inline void epi_idle(void)
{
	__asm__ volatile(".balignw 8, 0x01a2\n\tgie\n\tidle" ::: "memory");
}

#define EPI_GET(name)                                                          \
	({                                                                     \
		uint32_t value_;                                               \
		__asm__ volatile("movfs %0, " #name : "=r"(value_)::"memory"); \
		value_;                                                        \
	})
#define EPI_SET(name, value)                                                   \
	__asm__ volatile("movts " #name ", %0" ::"r"((uint32_t)(value))        \
			 : "memory")

/* Entries that assembly calls. */
_Noreturn void epi_start(void);
void epi_ask_entry(void);
void epi_tick_entry(void);
void epi_notify_entry(void);
_Noreturn void epi_exception_entry(uint32_t pc, uint32_t status, uint32_t sp,
				   uint32_t lr);

#endif
#endif
