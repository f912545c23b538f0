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
 * The vehicle's interrupts (arch/qemu/vehicle.h) are the fast ones (FIQ), so that
 * they touch no path of the library's.
 */
#ifndef ARM_BOARD_H
#define ARM_BOARD_H

#define BOARD_CORES_MAX 123 /* redistributors end where the UART begins */

/*
 * Physical memory; RAM begins at 1 GB with QEMU's device tree, the image is at
 * 0x40100000 (linker/arm-qemu.ld).  qemu/arm_qemu.py repeats BOARD_RECORD,
 * BOARD_RECORD_MAX, BOARD_MPB, BOARD_MPB_SHIFT and BOARD_LAYOUT.
 */
#define BOARD_IMAGE        0x40100000
#define BOARD_RECORD       0x40900000 /* the boot record .. */
#define BOARD_RECORD_MAX   0x00100000 /* .. and its largest size */
#define BOARD_MPB          0x40a00000 /* a window a rank, from 16 KB to 16 KB */
#define BOARD_MPB_SHIFT    14
#define BOARD_TABLES       0x40c00000 /* a rank: 4 KB first level, and .. */
#define BOARD_TABLES_SHIFT 13
#define BOARD_STACK_TABLE  0x00001000 /* .. 1 KB behind it for its stacks */
#define BOARD_SHARED       0x40d00000 /* struct vehicle, and locks */
#define BOARD_STACKS       0x40e00000 /* BOARD_STACKS_EACH a rank */
#define BOARD_STACKS_EACH  0x00020000
#define BOARD_COMMON_TABLE 0x41e00000 /* 16 KB: first level, all cores */
#define BOARD_MPB_TABLE    0x41e04000 /* 2 KB: second level of the windows */
#define BOARD_BOOT_STACK   0x41e10000 /* first core, MMU off; grows down */

/* Addresses as a core sees them: those above but tables and stacks, and */
#define BOARD_DRAM_VA     0x00100000 /* .data, .bss, heap, files */
#define BOARD_STACK_FLOOR 0x20100000 /* private DRAM ends here; unmapped .. */
#define BOARD_STACK       0x3ff80000 /* .. to the thread stack, */
#define BOARD_STACK_TOP   0x3ff90000
#define BOARD_FAULT_STACK 0x3fffc000 /* and, past a hole, the faults' */
#define BOARD_FIQ_TOP     0x3fffe000 /* (its lower half is for FIQs) */
#define BOARD_FAULT_TOP   0x40000000
#define BOARD_DEVICES     0x08000000 /* physical: registers .. */
#define BOARD_DEVICES_END 0x09100000
#define BOARD_DEVICES_VA  0xf8000000 /* .. are seen from here on */

#define BOARD_DEVICE(physical)  ((physical)-BOARD_DEVICES + BOARD_DEVICES_VA)
#define BOARD_UART_BOOT         0x09000000
#define BOARD_UART              BOARD_DEVICE(BOARD_UART_BOOT)
#define BOARD_GICD              BOARD_DEVICE(0x08000000) /* distributor */
#define BOARD_GICC              BOARD_DEVICE(0x08010000) /* GICv2: the core's side */
#define BOARD_GICR              BOARD_DEVICE(0x080a0000) /* GICv3: a core's own, .. */
#define BOARD_GICR_STRIDE_SHIFT 17 /* .. one behind the other */

/* The boot record's port[] words, beside those of arch/qemu/vehicle.h. */
#define BOARD_LAYOUT     0x51414d02 /* this file's version */
#define BOARD_PORT_BYTES VEHICLE_PORT_BYTES
#define BOARD_PORT_GIC   VEHICLE_PORT_BOARD /* 2 or 3 */

/* QEMU has no mesh; this one is made up: a core a router, eight to a row. */
#define BOARD_COLUMNS        8
#define BOARD_CORES_A_ROUTER 1

#define BOARD_COMMON_VA 0xd0000000 /* above all memory there may be */
#define BOARD_RECORD_VA BOARD_RECORD
#define BOARD_SHARED_VA BOARD_SHARED
#ifndef BOARD_LINK_BYTES /* of a board that has links */
#define BOARD_LINK_BYTES  0u
#define BOARD_FAR_QUIET() ((void)0)
#endif
#define BOARD_WINDOW_BYTES (arm_window_bytes(port_count) - BOARD_LINK_BYTES)

/* The controller counts cores of this chip as ranks go. */
#define BOARD_GIC_CORES      BOARD_CORES_MAX
#define BOARD_GIC_CORE(rank) ((rank)-port_first)
#define BOARD_GIC_BY_RANK    1

#define BOARD_FRAME_BYTES 72 /* struct cpu_frame, on 8 bytes */

#ifndef __ASSEMBLER__

#include "arch/qemu/vehicle.h"
#include "boot/arm/cpu.h"

/* Interrupt numbers, beside GIC_NOTIFY. */
enum {
	BOARD_IRQ_WAKE = 1,   /* the vehicle's: ends a halt */
	BOARD_IRQ_RING = 2,   /* of the link: another core rings the door, .. */
	BOARD_IRQ_ALARM = 3,  /* .. and an alarm may be due */
	BOARD_IRQ_TIMER = 27, /* the virtual timer: arch_timer_set's */
	BOARD_IRQ_TICK = 30,  /* the physical timer: the vehicle's, of a halt */
	BOARD_FIQS = 1 << BOARD_IRQ_WAKE | 1 << BOARD_IRQ_TICK,
	BOARD_URGENT = 1 << BOARD_IRQ_RING | 1 << BOARD_IRQ_ALARM,
};

/* The test-and-set word of each rank. */
#define BOARD_LOCKS ((volatile uint32_t *)(VEHICLE + 1))

/*
 * To 48 cores a window has the SCC's 8 KB.  More cores have the double: what is linked
 * asks for words and flags for each core, and at 123 all of weft is above 8 KB.
 */
static inline uint32_t arm_window_bytes(uint32_t count)
{
	return 1u << (count > 48 ? BOARD_MPB_SHIFT : BOARD_MPB_SHIFT - 1);
}

static inline uint32_t vehicle_mask(void)
{
	return cpu_all_save();
}

static inline void vehicle_unmask(uint32_t state)
{
	cpu_all_restore(state);
}

static inline bool vehicle_is_open(uint32_t state)
{
	return !(state & CPU_CPSR_I);
}

/* irq.c, vehicle.c: after port_where_init, in this order. */
uint32_t arm_gic_version(void);
void arm_irq_init(void);
void arm_time_init(void);

/*
 * chips/chip.c, of a board that has links: let its interrupts in; serve one, if it is the
 * link's; serve all that are pending, with interrupts masked; a tick may be an alarm.
 */
#ifdef BOARD_CHIP
void arm_link_unmask(void);
bool arm_link_serve(uint32_t id);
void arm_link_serve_all(void);
void arm_link_ticked(void);
#else
static inline void arm_link_unmask(void)
{
}

static inline bool arm_link_serve(uint32_t id)
{
	(void)id;
	return false;
}

static inline void arm_link_serve_all(void)
{
}

static inline void arm_link_ticked(void)
{
}
#endif

/* Entries that assembly calls. */
struct cpu_frame;
void boot_first_core(void);
_Noreturn void boot_core_start(uint32_t rank);
_Noreturn void arm_fault_entry(struct cpu_frame *frame, uint32_t kind);
void arm_irq_entry(void);
void vehicle_fiq_entry(void);

#endif
#endif
