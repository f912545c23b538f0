/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several chips: each core's channel to its chip's door, and the door.
 *
 * The door is a core of the chip (arch/links.h).  It is its node's server
 * (arch/common/far/far_serve.h), in the handler of the link's interrupts, and otherwise
 * runs the application as all others do.  A turn of it is bounded and waits for nobody; a
 * core that waits for an answer sleeps, but the door, which takes turns meanwhile.
 * Turns do not nest: one that comes within another has it go round once more.
 *
 * A channel lies at the end of each core's window, FAR_CHANNEL bytes, which
 * arch_window_bytes leaves out:
 *
 *   a line        words that the door writes: taken, news; answers, value
 *   an answer     that the door writes
 *   a ring        that the core writes, and the door reads
 *   posted words  in the door's, one for each core of the chip, which that writes
 *
 * So a core says something by writes into its own window and one into the door's.
 */
#ifndef ARCH_COMMON_FAR_CHIP_DOOR_H
#define ARCH_COMMON_FAR_CHIP_DOOR_H

#include "arch/arch.h"
#include "arch/common/far/far_links.h"

#include <far_port.h>

/* Where parts of a channel lie, beside arch_window_bytes(ARCH_WINDOW_MPB). */
static inline uint32_t far_at(uint32_t place)
{
	return arch_window_bytes(ARCH_WINDOW_MPB) + place;
}

/* This core is its chip's door. */
static inline bool far_is_door(void)
{
	return arch_rank() == arch_link_door();
}

/* Before weft_start, on each core. */
void far_door_open(void);

#endif
