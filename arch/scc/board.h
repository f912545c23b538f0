/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scc-qemu: where everything lies in QEMU's memory, and what the port's files
 * share.
 *
 * Each core has a page directory of its own, so all cores see their private
 * DRAM, stack and own tile at the same addresses.  What is not listed under
 * "addresses as a core sees them" faults.
 *
 * Where this file says "vehicle" it means QEMU standing in for the chip:
 * local APICs instead of the tile's interrupt lines, halting instead of
 * polling.  That code lies between vehicle_text_start and vehicle_text_end, and
 * instruction counts leave it out.
 */
#ifndef SCC_BOARD_H
#define SCC_BOARD_H

#include <arch/scc/scc_map.h>

#define BOARD_IS_QEMU   1
#define BOARD_CORES_MAX 255 /* APIC id 255 means all */

/*
 * Physical memory.  The image is at 1 MB (linker/scc-qemu.ld); the boot
 * record's port[] words tell where private DRAM is.  qemu/scc_qemu.py repeats
 * BOARD_RECORD, BOARD_RECORD_MAX and BOARD_LAYOUT.
 */
#define BOARD_BOOT_STACK   0x00007c00 /* first core, paging off; grows down */
#define BOARD_TRAMPOLINE   0x00008000 /* a page below 1 MB, for the SIPI */
#define BOARD_RECORD       0x00900000 /* the boot record .. */
#define BOARD_RECORD_MAX   0x00100000 /* .. and its largest size */
#define BOARD_MPB          0x00a00000 /* 8 KB a core */
#define BOARD_CONFIG       0x00c00000 /* 4 KB a tile */
#define BOARD_TABLES       0x00c80000 /* page tables that all cores share */
#define BOARD_DIRECTORIES  0x00d00000 /* 4 KB a rank */
#define BOARD_STACK_TABLES 0x00e00000 /* 4 KB a rank */
#define BOARD_SHARED       0x00f00000 /* struct vehicle */
#define BOARD_STACKS       0x01000000 /* BOARD_STACKS_EACH a rank */
#define BOARD_STACKS_EACH  0x00020000

/* Addresses as a core sees them, beside those of scc_map.h. */
#define BOARD_DRAM_VA     0x00400000 /* .data, .bss, heap, files */
#define BOARD_STACK_FLOOR 0x27c00000 /* unmapped from here .. */
#define BOARD_STACK       0x27fe8000 /* .. to the thread stack, */
#define BOARD_STACK_TOP   0x27ff8000
#define BOARD_FAULT_STACK 0x27ffc000 /* and, past a hole, the faults' */
#define BOARD_FAULT_TOP   0x28000000
#define BOARD_SHARED_VA   0xfb000000
#define BOARD_RECORD_VA   0xfc000000 /* read only */

/* The boot record's port[] words. */
#define BOARD_LAYOUT           0x51435302 /* port[0]: this file's version */
#define BOARD_PORT_LAYOUT      0
#define BOARD_PORT_LARGE       1 /* 1: scc-large */
#define BOARD_PORT_DRAM        2 /* physical address of rank 0's private DRAM */
#define BOARD_PORT_BYTES       3 /* of it a core, a multiple of 4 MB */
#define BOARD_IS_LARGE(record) ((record)->port[BOARD_PORT_LARGE])
#define BOARD_PORT_GIC         4 /* 1: interrupts by the FPGA's controller */

/*
 * Interrupt vectors.  The upper four bits are the priority class: with the
 * task priority at BOARD_MASK_CLASS only the vehicle's own vectors come in,
 * which is how a core waits while the library's interrupts are masked.
 */
#define BOARD_VECTOR_TIMER    0x40
#define BOARD_VECTOR_NOTIFY   0x41
#define BOARD_MASK_CLASS      0x40
#define BOARD_VECTOR_WAKE     0xe0 /* ends a halt, nothing else */
#define BOARD_VECTOR_TICK     0xe1 /* the local APIC's timer */
#define BOARD_VECTOR_SPURIOUS 0xff

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* What the vehicles of all cores share; the chip has nothing of the kind. */
struct vehicle {
	uint32_t waiting[256];       /* 1 + offset of the word a rank awaits */
	uint8_t ready[256];          /* a rank can take interrupts */
	uint32_t go;                 /* all ranks can */
	uint32_t cycles_per_us;      /* of the time stamp counter */
	uint32_t ticks_per_cycle;    /* of the APIC timer, times 2^24 */
	uint64_t base;               /* arch_cycles' zero */
	uint32_t console_owner;      /* 1 + rank, or 0 */
	uint32_t console_turns;      /* how often it was given back */
	uint32_t console_waiters[8]; /* bit of each rank that waits for it */

	/* The registers that interrupt, one access at a time. */
	uint32_t registers_busy;
	uint8_t pending[256]; /* a rank's pin has interrupted it, or will */
	uint8_t held[256];    /* .. may not, by its local APIC's mask */
	uint32_t status[SCC_CORES][2], mask[SCC_CORES][2]; /* the FPGA's */
};
_Static_assert(sizeof(struct vehicle) <= 4096, "one page is mapped");

#define VEHICLE ((volatile struct vehicle *)BOARD_SHARED_VA)

/* where.c: this core, and the windows of all. */
extern uint32_t scc_rank, scc_count;
extern const uint32_t *scc_cores; /* the chip's number of each rank's */
extern volatile uint8_t *scc_mpb[BOARD_CORES_MAX];
void scc_where_init(uint32_t rank);
bool scc_by_controller(void);
volatile uint32_t *scc_lock(uint32_t rank);

/* irq.c */
void scc_irq_init(void);

/* traps.c */
void scc_traps_init(void);

/* vehicle_registers.c: all of scc_io.h, and */
void vehicle_registers_init(void);

/* timer.c */
void scc_time_init(uint32_t core_cycles_per_us, uint32_t apic_ticks_per_cycle);
void scc_time_base(uint64_t zero);
bool vehicle_timer_due(void);
void vehicle_halt(uint64_t deadline, bool open);

/* vehicle.c: halting while waiting, waking. */
#define BOARD_BRIEF_LOOKS 2 /* of arch_await_briefly */
void vehicle_pause(void);
void vehicle_wait(volatile uint32_t *word, uint32_t offset, uint32_t value,
		  uint64_t deadline);
void vehicle_wake(uint32_t rank, uint32_t offset);
void vehicle_send(uint32_t rank, uint32_t vector);

/* Entries that assembly calls. */
_Noreturn void boot_core_start(uint32_t rank);
void vehicle_tick_entry(void);
void scc_timer_entry(void);
void scc_notify_entry(void);

#endif
#endif
