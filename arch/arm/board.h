/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arm-qemu: where everything lies in the memory of QEMU's `virt`, and what the
 * port's files share.
 *
 * A core's translation has two tables.  Its own (TTBR0) serves the first GB:
 * private DRAM and stacks, at the same addresses on all cores.  The common one
 * (TTBR1) serves the rest, where what is shared lies at its physical address;
 * registers, which are below 1 GB, are moved up.  What is not listed under
 * "addresses as a core sees them" faults.
 *
 * "Vehicle" means QEMU standing in for a chip, as in arch/scc/board.h: cores
 * halt where a chip's would poll or wait for an event.  Its interrupts are the
 * fast ones (FIQ), so that they touch no path of the library's.
 */
#ifndef ARM_BOARD_H
#define ARM_BOARD_H

#define BOARD_CORES_MAX 123 /* redistributors end where the UART begins */

/*
 * Physical memory; RAM begins at 1 GB with QEMU's device tree, the image is at
 * 0x40100000 (linker/arm-qemu.ld).  qemu/arm_qemu.py repeats BOARD_RECORD,
 * BOARD_RECORD_MAX, BOARD_MPB and BOARD_LAYOUT.
 */
#define BOARD_IMAGE        0x40100000
#define BOARD_RECORD       0x40900000 /* the boot record .. */
#define BOARD_RECORD_MAX   0x00100000 /* .. and its largest size */
#define BOARD_MPB          0x40a00000 /* 8 KB a rank */
#define BOARD_MPB_SHIFT    13
#define BOARD_COMMON_TABLE 0x40b00000 /* 16 KB: first level, all cores */
#define BOARD_MPB_TABLE    0x40b04000 /* 1 KB: second level of the windows */
#define BOARD_BOOT_STACK   0x40b10000 /* first core, MMU off; grows down */
#define BOARD_TABLES       0x40c00000 /* a rank: 4 KB first level, and .. */
#define BOARD_TABLES_SHIFT 13
#define BOARD_STACK_TABLE  0x00001000 /* .. 1 KB behind it for its stacks */
#define BOARD_SHARED       0x40d00000 /* struct vehicle */
#define BOARD_STACKS       0x40e00000 /* BOARD_STACKS_EACH a rank */
#define BOARD_STACKS_EACH  0x00020000

/* Addresses as a core sees them: those above but tables and stacks, and */
#define BOARD_DRAM_VA     0x00100000 /* .data, .bss, heap, files */
#define BOARD_STACK_FLOOR 0x3ff00000 /* unmapped from here .. */
#define BOARD_STACK       0x3ff80000 /* .. to the thread stack, */
#define BOARD_STACK_TOP   0x3ff90000
#define BOARD_FAULT_STACK 0x3fffc000 /* and, past a hole, the faults' */
#define BOARD_FIQ_TOP     0x3fffe000 /* (its lower half is for FIQs) */
#define BOARD_FAULT_TOP   0x40000000
#define BOARD_DEVICES     0x08000000 /* physical: registers .. */
#define BOARD_DEVICES_END 0x09100000
#define BOARD_DEVICES_VA  0xf8000000 /* .. are seen from here on */

#define BOARD_DEVICE(physical)  ((physical)-BOARD_DEVICES + BOARD_DEVICES_VA)
#define BOARD_UART              0x09000000
#define BOARD_GICD              BOARD_DEVICE(0x08000000) /* distributor */
#define BOARD_GICC              BOARD_DEVICE(0x08010000) /* GICv2: the core's side */
#define BOARD_GICR              BOARD_DEVICE(0x080a0000) /* GICv3: a core's own, .. */
#define BOARD_GICR_STRIDE_SHIFT 17 /* .. one behind the other */

/* The boot record's port[] words. */
#define BOARD_LAYOUT      0x51414d01 /* port[0]: this file's version */
#define BOARD_PORT_LAYOUT 0
#define BOARD_PORT_DRAM   1 /* physical address of rank 0's private DRAM */
#define BOARD_PORT_BYTES  2 /* of it a core, a multiple of 1 MB */
#define BOARD_PORT_GIC    3 /* 2 or 3 */

#define BOARD_FRAME_BYTES 72 /* struct cpu_frame, on 8 bytes */

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* Interrupt numbers, beside GIC_NOTIFY. */
enum {
	BOARD_IRQ_WAKE = 1,   /* the vehicle's: ends a halt */
	BOARD_IRQ_TIMER = 27, /* the virtual timer: arch_timer_set's */
	BOARD_IRQ_TICK = 30,  /* the physical timer: the vehicle's, of a halt */
	BOARD_FIQS = 1 << BOARD_IRQ_WAKE | 1 << BOARD_IRQ_TICK,
};

/* What all cores share beside the windows: cached, coherent memory. */
struct vehicle {
	uint32_t waiting[128];   /* 1 + offset of the word a rank awaits */
	uint32_t locks[128];     /* the test-and-set word of each rank */
	uint8_t ready[128];      /* a rank can take interrupts */
	uint32_t go;             /* all ranks can */
	uint32_t console_next;   /* tickets of those who want to write .. */
	uint32_t console_turn;   /* .. and the one whose turn it is */
	uint8_t console_of[128]; /* whose ticket, modulo 128 */
};

#define VEHICLE ((volatile struct vehicle *)BOARD_SHARED)

/* where.c: this core; its window, for debuggers. */
extern uint32_t arm_rank, arm_count;
extern volatile uint8_t *arm_window;
void arm_where_init(uint32_t rank);
uint32_t arm_gic_version(void);

/* memory.c: before any core has its MMU on. */
void boot_first_core(void);

/* irq.c */
void arm_irq_init(void);

/* vehicle.c: time, halting, waking. */
void vehicle_time_init(void);
void vehicle_halt(uint64_t deadline, bool open);
void vehicle_wait(volatile uint32_t *word, uint32_t offset, uint32_t value,
		  uint64_t deadline);
void vehicle_wake(uint32_t rank, uint32_t offset);

/* Entries that assembly calls. */
struct cpu_frame;
_Noreturn void boot_core_start(uint32_t rank);
_Noreturn void arm_fault_entry(const struct cpu_frame *frame, uint32_t kind);
void arm_irq_entry(void);
void vehicle_fiq_entry(void);

#endif
#endif
