/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the SCC's files share on both of its boards, as <board.h> includes it.
 */
#ifndef SCC_H
#define SCC_H

#include "arch/common/port.h"
#include "arch/scc/ordering.h"

#ifndef BOARD_LINK_BYTES /* of a board that has links */
#define BOARD_LINK_BYTES  0u
#define BOARD_FAR_QUIET() ((void)0)
#endif
#define BOARD_WINDOW_BYTES   (SCC_MPB_BYTES - SCC_SPARE_BYTES - BOARD_LINK_BYTES)
#define BOARD_CORES_A_ROUTER 2
#define BOARD_COLUMNS        scc_tiles_x

#define BOARD_GIC_CORES      SCC_CORES
#define BOARD_GIC_CORE(rank) port_cores[(rank)-port_first]
#define BOARD_GIC_BY_RANK    0

/*
 * Interrupt vectors.  The upper four bits are the priority class: with the
 * task priority at SCC_MASK_CLASS only the port's own vectors come in, which is
 * how a core halts while the library's interrupts are masked.
 */
#define SCC_VECTOR_TIMER    0x40
#define SCC_VECTOR_NOTIFY   0x41
#define SCC_MASK_CLASS      0x40
#define SCC_VECTOR_LINK     0x50 /* another core rings the door .. */
#define SCC_VECTOR_DEVICE   0x51 /* .. or the link's device does */
#define SCC_VECTOR_WAKE     0xe0 /* ends a halt, nothing else; scc-qemu's */
#define SCC_VECTOR_TICK     0xe1 /* the local APIC's timer */
#define SCC_VECTOR_SPURIOUS 0xff

/*
 * where.c: this core, then its windows and registers, and those of all.  With several chips
 * all of it is about one of them (arch/common/port.h); scc_mpb and scc_locks, too.
 */
extern uint32_t scc_tiles_x;
extern volatile uint8_t *scc_mpb[BOARD_CORES_MAX];
extern volatile uint32_t
	*scc_locks[BOARD_CORES_MAX]; /* test-and-set registers */
void scc_where_init(uint32_t rank);
bool scc_by_controller(void);

/* irq.c, traps.c, timer.c */
void scc_irq_init(void);
void scc_traps_init(void);
void scc_time_init(uint32_t core_cycles_per_us, uint32_t apic_ticks_per_cycle);
void scc_time_base(uint64_t zero);
bool scc_timer_due(void);

/* Entries that assembly calls. */
void scc_tick_entry(void);
void scc_timer_entry(void);
void scc_notify_entry(void);
void scc_link_entry(void);
void scc_device_entry(void);

#endif
