/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scc-hw: where everything lies in the private DRAM of a core of the chip, and
 * what this board's files share with those of arch/scc.  Addresses of the chip
 * are in arch/scc/scc_map.h.
 *
 * Addresses below are at once those that the core sees with paging off, those
 * with paging on, and those at which the load map puts bytes: the tables of
 * memory.c map one to one.  tools/scc-hw-image repeats BOARD_RECORD,
 * BOARD_RECORD_MAX, BOARD_LAYOUT and BOARD_DRAM_END, and checks that nothing
 * overlaps.
 */
#ifndef SCC_BOARD_H
#define SCC_BOARD_H

#include <arch/scc/scc_map.h>

#define BOARD_IS_QEMU   0
#define BOARD_CORES_MAX SCC_CORES

#define BOARD_CONSOLE     0x00010000 /* what this core has printed */
#define BOARD_CONSOLE_MAX 0x00010000
#define BOARD_RECORD      0x00080000 /* the boot record .. */
#define BOARD_RECORD_MAX  0x00080000 /* .. and its largest size */
#define BOARD_TEXT        0x00100000 /* linker/scc-hw.ld */
#define BOARD_DRAM_VA     0x00400000 /* .data, .bss, heap, files .. */
#define BOARD_DRAM_END    0x04000000 /* .. to here */
#define BOARD_STACK_FLOOR 0x04000000 /* unmapped from here .. */
#define BOARD_STACK       0x043e8000 /* .. to the thread stack, */
#define BOARD_STACK_TOP   0x043f8000
#define BOARD_FAULT_STACK 0x043fc000 /* and, past a hole, the faults' */
#define BOARD_FAULT_TOP   0x04400000
#define BOARD_RECORD_VA   BOARD_RECORD

/* The boot record's port[] words. */
#define BOARD_LAYOUT           0x57485301 /* port[0]: this file's version */
#define BOARD_PORT_LAYOUT      0
#define BOARD_PORT_MHZ         1 /* of the cores */
#define BOARD_PORT_RUN         2 /* not 0, and another one in each run */
#define BOARD_PORT_BYTES       3 /* from BOARD_DRAM_VA to BOARD_DRAM_END */
#define BOARD_PORT_GIC         4 /* 1: interrupts by the FPGA's controller */
#define BOARD_IS_LARGE(record) ((void)(record), false)

/* Interrupt vectors: as on scc-qemu, of which none sends WAKE here. */
#define BOARD_VECTOR_TIMER    0x40
#define BOARD_VECTOR_NOTIFY   0x41
#define BOARD_MASK_CLASS      0x40
#define BOARD_VECTOR_WAKE     0xe0
#define BOARD_VECTOR_TICK     0xe1
#define BOARD_VECTOR_SPURIOUS 0xff

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

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

/* timer.c */
void scc_time_init(uint32_t core_cycles_per_us, uint32_t apic_ticks_per_cycle);
void scc_time_base(uint64_t zero);
bool vehicle_timer_due(void);
void vehicle_halt(uint64_t deadline, bool open);

/* memory.c, lut.c, meet.c, console.c in this folder. */
void hw_memory_init(void);
void hw_lut_init(void);
void hw_meet(void);
void hw_console_init(void);

/*
 * Cores of the chip poll: nobody has to be woken, and between two looks at a
 * word a core lets others at the mesh.
 */
#define BOARD_BRIEF_LOOKS 64 /* of arch_await_briefly */
void vehicle_pause(void);
void vehicle_wait(volatile uint32_t *word, uint32_t offset, uint32_t value,
		  uint64_t deadline);
static inline void vehicle_wake(uint32_t rank, uint32_t offset)
{
	(void)rank;
	(void)offset;
}

/* Entries that assembly calls. */
_Noreturn void hw_core_start(void);
void vehicle_tick_entry(void);
void scc_timer_entry(void);
void scc_notify_entry(void);

#endif
#endif
