/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A device of arch/links.h: Wormhole's Ethernet tiles, of which one leads to each other chip.
 *
 * Who drives them?  An Ethernet tile has a core of its own, but that runs the vendor's
 * firmware, which trains the link and shares the core only with programs that return to it.
 * Its memory and its queues' registers are open to the network ("EthernetTile/BabyRISCV",
 * memory map).  So a Tensix tile, the door, drives them by requests, and nothing of weft's
 * runs on the Ethernet tile.
 *
 * Which queue?  Queue 0 is the firmware's, and the host's way to a chip that is on no bus.
 * Queue 1 is nobody's.  It sends raw packets here: they may be lost, which the link layer
 * makes good.  The other mode, TT-link, resends by itself.  But its two ends count from when
 * the link was trained, and it does not say when a source may change.
 *
 * Raw packets have no marks where they land: their bodies follow each other in a ring.  So
 * each has SLOT bytes, and begins with how many of them are a frame.  A reader that is a
 * whole ring late loses frames, and finds whole ones all the same.
 *
 * send() waits for four requests, some 800 clocks; next() for one, or two, or three.
 *
 * None of this has met a real tile (CAVEATS.md).
 */
#ifndef TENSIX_CHIPS_ETHERNET_H
#define TENSIX_CHIPS_ETHERNET_H

#include "arch/links.h"

enum {
	ETHERNET_CHIPS = 8,
};

struct ethernet_port {
	uint32_t tile;  /* 0: none leads to that chip */
	uint32_t slot;  /* the next one to send from */
	uint32_t taken; /* where in the ring the next frame will be taken */
	uint32_t ready; /* .. and up to where all is there */
};

struct ethernet {
	struct link_device device;
	struct link_frame *given, *sent;
	uint32_t turn; /* the chip whose ring is looked at next */
	struct ethernet_port port[ETHERNET_CHIPS];
};

/*
 * Sets queue 1 of the tiles up that lead to other chips, by a word for each of these; see
 * TENSIX_PORT_WIRES (arch/tensix/host.h).  False: such a tile does not do as it is told.
 */
bool ethernet_open(struct ethernet *net, const uint32_t *tiles, uint32_t chips);

/* Whether something has come. */
bool ethernet_has(struct ethernet *net);

#endif
