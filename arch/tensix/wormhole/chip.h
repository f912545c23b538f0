/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wormhole B0: what is its own.  By tenstorrent's tt-isa-documentation, WormholeB0:
 * "TensixTile/BabyRISCV", "NoC/MemoryMap".
 */
#ifndef CHIP_H
#define CHIP_H

#define CHIP_NAME        "wormhole-emu"
#define CHIP_HOST        TENSIX_WORMHOLE
#define CHIP_L1_BYTES    0x16e000
#define CHIP_LOCAL_BYTES 0x1000
#define CHIP_MHZ         1000
#define CHIP_TILES       80

/*
 * No data cache.  `fence` does nothing, and a load overtakes stores, but for one of
 * its own address: "MemoryOrdering".
 */
#define CHIP_CACHE 0

/* Nothing interrupts a core: what asks for the registers is left out. */
#define CHIP_INTERRUPTS   0
#define CHIP_INTERRUPT    0
#define CHIP_INTERRUPT_PC 0
#define CHIP_ENABLE       0

/* A word within a request may go to L1: "NoC/MemoryMap", NOC_CMD_WR_INLINE. */
#define CHIP_INLINE 1

/* The tile beside one, on the right: columns are numbered without gaps. */
#define CHIP_RIGHT_OF(tile) ((tile) + 1)

/* An initiator's registers, from one to the next. */
#define NIU_STRIDE     0x400
#define NIU_TARG_TILE  0x04 /* with address bits 35:32 below */
#define NIU_RET_TILE   0x10
#define NIU_TILE_SHIFT 4
#define NIU_DATA       0x24
#define NIU_GO         0x28
#define NIU_CLEAR      0x50 /* counts by id, by a bit each */
#define NIU_LOGICAL    0x138
#define NIU_PACKET     8192

#endif
