/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chip's link (arch/links.h) where cores are vCPUs: chips/link.c, of boards with
 * BOARD_CHIP.  On others there is nothing here.
 *
 * The board calls vehicle_link_take in each interrupt of the link, and, with `rung` false,
 * in each interrupt of its own timer; before that, vehicle_link_acknowledge in those of the
 * link's device.  vehicle_link_rest goes around each halt.  Before one, vehicle_link_due
 * takes a turn that is due; true: there was one, so look again.
 * All are called with interrupts masked.
 *
 * It gives, in its port, vehicle_tick_at: have an interrupt of the timer then, or before;
 * and board_link_route, board_link_ring, board_link_let_in: lead the device's interrupt to
 * the door; interrupt the door; let the link's interrupts in, and no others of the library.
 * <board.h> has BOARD_VIRTIO, where a core sees the device's registers.
 */
#ifndef ARCH_QEMU_LINK_H
#define ARCH_QEMU_LINK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef BOARD_CHIP
void vehicle_link_open(
	void); /* on the first core, before the others are let go */
void vehicle_link_acknowledge(void); /* or its interrupt comes again */
void vehicle_link_take(bool rung);
void vehicle_link_rest(bool rests);
bool vehicle_link_due(void);
void vehicle_link_look(void); /* BOARD_FLAG_LOOK */
void vehicle_tick_at(uint64_t at);
void board_link_route(void);
void board_link_ring(void);
void board_link_let_in(void);
#else
static inline void vehicle_link_open(void)
{
}

static inline void vehicle_link_take(bool rung)
{
	(void)rung;
}

static inline void vehicle_link_rest(bool rests)
{
	(void)rests;
}

static inline bool vehicle_link_due(void)
{
	return false;
}
#endif

#endif
