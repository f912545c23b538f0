/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scc-qemu: where everything lies in QEMU's memory, and what the port's files
 * share.
 *
 * Each core has a page directory of its own, so all cores see their private
 * DRAM, stack and own tile at the same addresses.  What is not listed under
 * "addresses as a core sees them" faults.
 *
 * The vehicle (arch/qemu/vehicle.h) is local APICs, instead of the tile's
 * interrupt lines, and halting, instead of polling.
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
#define BOARD_STACK_FLOOR 0x20400000 /* private DRAM ends here; unmapped .. */
#define BOARD_STACK       0x27fe8000 /* .. to the thread stack, */
#define BOARD_STACK_TOP   0x27ff8000
#define BOARD_FAULT_STACK 0x27ffc000 /* and, past a hole, the faults' */
#define BOARD_FAULT_TOP   0x28000000
#define BOARD_COMMON_VA                                                        \
	0x80000000 /* where the chip's usual tables have theirs */
#define BOARD_SHARED_VA 0xfb000000
#define BOARD_RECORD_VA 0xfc000000 /* read only */

/* The boot record's port[] words, beside those of arch/qemu/vehicle.h. */
#define BOARD_LAYOUT     0x51435303         /* this file's version */
#define BOARD_PORT_BYTES VEHICLE_PORT_BYTES /* a multiple of 4 MB */
#define BOARD_PORT_LARGE VEHICLE_PORT_BOARD /* 1: scc-large */
#ifndef BOARD_IS_LARGE
#define BOARD_IS_LARGE(record) ((record)->port[BOARD_PORT_LARGE])
#endif
#define BOARD_PORT_GIC 4 /* 1: interrupts by the FPGA's controller */

#define BOARD_UART      0x3f8 /* COM1 */
#define BOARD_UART_BOOT BOARD_UART

#ifndef __ASSEMBLER__

#include "arch/qemu/vehicle.h"
#include "arch/scc/scc.h"
#include "boot/x86/cpu.h"

/* The registers that interrupt, one access at a time; the chip has its own. */
struct scc_registers {
	uint32_t busy;
	uint8_t pending[256]; /* a rank's pin has interrupted it, or will */
	uint8_t held[256];    /* .. may not, by its local APIC's mask */
	uint32_t status[SCC_CORES][2], mask[SCC_CORES][2]; /* the FPGA's */
};

/* And how fast the clocks run: the first core measures it for all. */
struct scc_shared {
	uint32_t cycles_per_us;   /* of the time stamp counter */
	uint32_t ticks_per_cycle; /* of the APIC timer, times 2^24 */
	uint64_t base;            /* arch_cycles' zero */
	struct scc_registers registers;
};
_Static_assert(sizeof(struct vehicle) + sizeof(struct scc_shared) <= 4096,
	       "one page is mapped");

#define BOARD_OWN ((volatile struct scc_shared *)(VEHICLE + 1))

static inline uint32_t vehicle_mask(void)
{
	return cpu_irq_save();
}

static inline void vehicle_unmask(uint32_t state)
{
	cpu_irq_restore(state);
}

static inline bool vehicle_is_open(uint32_t state)
{
	return state & CPU_EFLAGS_IF;
}

/* vehicle_registers.c: all of scc_io.h, and */
void vehicle_registers_init(void);

/* Entries that assembly calls. */
void boot_first_core(void);
_Noreturn void boot_core_start(uint32_t rank);

#endif
#endif
