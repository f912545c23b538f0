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

#define BOARD_BRIEF_LOOKS 128 /* cores poll */
#define BOARD_WAKES       0

#ifndef __ASSEMBLER__

#include "arch/common/port.h"
#include "arch/scc/scc.h"
#include "boot/x86/cpu.h"

/* memory.c, lut.c, meet.c, console.c in this folder. */
void hw_memory_init(void);
void hw_lut_init(void);
void hw_meet(void);
void hw_console_init(void);

/* Entries that assembly calls. */
_Noreturn void hw_core_start(void);

#endif
#endif
