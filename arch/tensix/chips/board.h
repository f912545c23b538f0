/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wormhole-emu-chips: several Wormholes, whose Ethernet tiles are joined.  The door of a chip
 * is the first of its tiles that takes part.  It drives the Ethernet tiles (ethernet.h), and
 * looks at them wherever the port looks at the bell.
 */
#ifndef TENSIX_CHIPS_BOARD_H
#define TENSIX_CHIPS_BOARD_H

#define BOARD_FAR(rank)        ((rank)-port_first >= port_count)
#define BOARD_FAR_QUIET()      board_far_quiet()
#define BOARD_LINK_BYTES       FAR_CHANNEL
#define BOARD_LINK_OPEN()      tensix_link_open()
#define BOARD_LINK_LOOK(waits) tensix_link_look(waits)

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>

#include <arch_port.h>

/* link.c: before weft_start; and where something of the link's may be due, on the door. */
void tensix_link_open(void);
void tensix_link_look(bool waits);
void board_far_quiet(void);

/* arch_quiet, but for other chips: order.c. */
void board_near_quiet(void);

#endif

#include "arch/tensix/board.h"

#ifndef __ASSEMBLER__
#include <far_port.h>
#endif
#endif
