/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Epiphany: where everything lies, which interrupt means what, and what the
 * port's files share.
 *
 * A core's SRAM, 32 KB, by linker/epiphany-emu.ld:
 *
 *   0x0000  vectors, then the block that the chip's usual loader fills (0x28)
 *   0x0100  text, constants, .data, .bss
 *   0x6700  window 0, and behind it what the port keeps for others, and descriptors
 *   0x7800  stack, growing down from 0x7ff0
 *
 * The window lies where it does on every core because other cores write
 * there.  It belongs to the image as zeroes, so that whoever loads it clears it,
 * before any core has started.  External memory, common to all cores:
 *
 *   0x8e000000  boot record
 *   0x8e100000  text: newlib's, and what is marked as cold; strings
 *   0x8e1c0000  consoles, a ring a rank
 *   0x8e200000  heaps and files, a slice a rank
 *
 * Masking.  The library's own masking (arch_irq_save) is two bits of IMASK,
 * not GID: a core that holds the library's interrupts off still answers those
 * who ask whether their writes have arrived, and its clock goes on.  GID is set
 * for some instructions only, in this folder alone.  So it also does no harm that
 * GCC's code for multiplications ends with `gie`.
 *
 * Interrupts by priority; all may be latched by a store to ILATST:
 *
 *   3  clock    CTIMER0 has run out: one more in the clock's upper half
 *   4  alarm    CTIMER1 has: latches 6, and ends whatever idle there is
 *   5  ask      another core wants to know that its writes have landed; a DMA
 *               channel in message mode latches it too, which does no harm
 *   6  tick     the library's timer, when it lets itself be interrupted
 *   7  wake     a flag was written: masked but in an idle, so that flags
 *               interrupt nobody who is awake
 *   8  all      every core of the chip has come to its barrier
 *   9  notify   arch_raise
 */
#ifndef EPIPHANY_BOARD_H
#define EPIPHANY_BOARD_H

#define BOARD_CORES_MAX 64
#define BOARD_ROW_SHIFT 6 /* of a row in a core's number */

/* What the loader leaves; epi_argument (linker script) is the boot record. */
#define BOARD_LOADER_FLAGS 0x58 /* word: 1: .bss is cleared; 2: argument */

#define BOARD_WINDOW_BYTES 0x1000

/* External memory; records that cores make themselves are at its beginning. */
#define BOARD_RECORDS      0x8e000000
#define BOARD_RECORD_BYTES 0x400
#define BOARD_CONSOLES     0x8e1c0000
#define BOARD_RING         0x800 /* bytes; a ring and what is before it: twice that */
#define BOARD_DRAM         0x8e200000
#define BOARD_DRAM_BYTES   0x01e00000

/* The boot record's port[] words; emu/epiphany_emu.py writes them. */
#define BOARD_LAYOUT      0x49504502 /* port[0]: this file's version */
#define BOARD_PORT_LAYOUT 0
#define BOARD_PORT_DRAM   1 /* address of rank 0's slice */
#define BOARD_PORT_BYTES  2 /* of a slice */
#define BOARD_PORT_QUIET  3 /* 1: no traps, the host reads the consoles' rings */

/* Registers of a core: own ones at these addresses, others' above. */
#define BOARD_ILATST 0xf042c

#define BOARD_I_ASK    5
#define BOARD_I_TICK   6
#define BOARD_I_WAKE   7
#define BOARD_I_NOTIFY 9

#define BOARD_STATUS_WAND 8

#define BOARD_LIBRARY 0x240 /* in IMASK: tick and notify */
#define BOARD_WAKE    0x080
#define BOARD_MASK    0x081 /* masked from the start: SYNC, wake */
#define BOARD_STALE                                                            \
	0x11e /* at the start these are an earlier program's: 1 to 4, 8 */

/*
 * CONFIG: integers in the FPU, as -mfp-mode=int wants it; clock gating as the loader
 * has it.  Both timers count clocks as soon as they hold counts of ours, and always
 * do, so that code which saves and restores CONFIG around a multiplication cannot
 * stop them.
 */
#define BOARD_CONFIG         0x00480000
#define BOARD_CONFIG_INTEGER 0x00080000
#define BOARD_TIMERS         0x00000110

/* struct epi, for assembly. */
#define EPI_BYTES_COUNT  4
#define EPI_BYTES_UNSEEN 16

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* A byte a rank, also looked at by words. */
union epi_bytes {
	volatile uint8_t of[BOARD_CORES_MAX];
	volatile uint32_t word[BOARD_CORES_MAX / 4];
};

/* What other cores write, or test and set, beside the window. */
struct epi_shared {
	union epi_bytes asked; /* by a rank: not 0 until I have answered */
	union epi_bytes left;  /* the last barrier a rank has left: barrier.c */
	volatile uint32_t lock;
};

/*
 * This core.  `unseen`: not 0 after a write to that rank that no answer has covered; the
 * answer clears it, from there.  `any`: 0 if all of them are.
 */
struct epi {
	uint32_t rank, count;
	volatile uint32_t any;
	union epi_bytes unseen;
};

extern uint8_t epi_window[BOARD_WINDOW_BYTES];
extern struct epi_shared epi_shared;
extern struct epi epi;
extern uint32_t epi_base[BOARD_CORES_MAX]; /* plus a local address: a rank's */

/*
 * The console of a rank: all its output, the last BOARD_RING bytes of it in the
 * ring, byte i at i modulo that.  A host reads what has come since it last looked; who
 * is slow misses some, and knows it.  `verdict`, once this core has ended the run:
 * arch_stop's, and 1 more.
 */
struct epi_console {
	uint32_t layout; /* BOARD_LAYOUT, when the rest is valid */
	uint32_t written, verdict;
	char before[BOARD_RING - 12];
	char ring[BOARD_RING];
};
ARCH_COLD void epi_console_init(void);

/* What the chip's loader leaves at 0x28; the linker script places it. */
struct epi_group {
	uint32_t type, chip, id, row, column, rows, columns;
};
extern const volatile struct epi_group epi_group;

/* A product without a multiplication, which would open interrupts. */
static inline uint32_t epi_times(uint32_t a, uint32_t b)
{
	uint32_t product = 0;

	for (; b; b >>= 1, a <<= 1) {
		product += b & 1 ? a : 0;
	}
	return product;
}

/* record.c; where.c */
struct arch_boot;
ARCH_COLD const struct arch_boot *epi_record(void);
ARCH_COLD void epi_where_init(void);

/* The same address as another core has it. */
static inline uintptr_t epi_at(uint32_t rank, volatile const void *mine)
{
	return epi_base[rank] + (uintptr_t)mine;
}

/* The core's own, by such an address: others have a core's number above it. */
static inline bool epi_is_local(uintptr_t address)
{
	return address >> 20 == 0;
}

/* At a core by its base. */
static inline void epi_latch(uint32_t base, uint32_t interrupt)
{
	*(volatile uint32_t *)(base + BOARD_ILATST) = 1u << interrupt;
}

/*
 * After a write.  After, since an arch_quiet that interrupts in between then leaves it
 * set; `any` last, since that looks at it first.  Own stores are in order.
 */
static inline void epi_wrote(uint32_t rank, uint32_t base)
{
	if (base) {
		epi.unseen.of[rank] = 1;
		epi.any = base;
	}
}

/*
 * barrier.c: barriers entered and left; the byte elsewhere that says I have left,
 * 0 where there is no such barrier.  Assembly knows the order.
 */
struct epi_barrier {
	volatile uint32_t turn, passed;
	uintptr_t left;
};
extern struct epi_barrier epi_barrier;
ARCH_COLD void epi_barrier_init(void);

/*
 * dma.c: have n bytes moved and wait; false if no channel is free.  Both ends and n
 * are multiples of 8, and one end is the core's own.  Less than EPI_DMA_LEAST is
 * sooner fetched by the core, and less than EPI_DMA_START not worth to be done beside
 * it.
 */
enum {
	EPI_DMA_LEAST = 64,
	EPI_DMA_START = 512,
};
bool epi_dma_move(uintptr_t to, uintptr_t from, size_t n);

/*
 * window.c: n bytes from anywhere to anywhere; aligned words at `to` (a put), or at
 * `from`, at once.
 */
void epi_copy(uintptr_t to, uintptr_t from, size_t n, bool put);

/* window.c: where that is. */
uintptr_t epi_address(struct arch_addr place);

/* arch_await for any word of mine. */
enum arch_result epi_await(const volatile uint32_t *word, uint32_t value,
			   uint64_t deadline);

/* time.c */
ARCH_COLD void epi_time_init(void);
uint32_t epi_left(uint64_t deadline);
uint32_t epi_until_due(void); /* 0: arch_timer_set's time has come, once */
/* GID is set: end an idle then, unless that is over before.  As epi_left. */
uint32_t epi_alarm(uint64_t deadline);
extern uint64_t epi_wait_at; /* that deadline; ARCH_NEVER once it is over */

static inline void epi_gid(void)
{
	__asm__ volatile("gid" ::: "memory");
}

static inline void epi_gie(void)
{
	__asm__ volatile("gie" ::: "memory");
}

/* With GID set: clear it and idle, in one step, until an interrupt was taken. */
void epi_idle(void);

/* Until no DMA channel has anything left to send or to fetch. */
#define EPI_DMA_DRAIN()                                                        \
	while ((EPI_GET(dma0status) | EPI_GET(dma1status)) & 15) {             \
	}

/* IMASK without these bits, and with them again. */
#define EPI_UNMASK(bits) EPI_SET(imask, EPI_GET(imask) & ~(uint32_t)(bits))
#define EPI_REMASK(bits) EPI_SET(imask, EPI_GET(imask) | (bits))

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
void epi_tick_entry(void);
void epi_notify_entry(void);
_Noreturn void epi_exception_entry(uint32_t pc, uint32_t status, uint32_t sp,
				   uint32_t lr);

#endif
#endif
