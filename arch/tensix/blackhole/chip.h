/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blackhole A0: what is its own.  By tenstorrent's tt-isa-documentation, BlackholeA0:
 * "TensixTile/BabyRISCV", "NoC/MemoryMap".
 */
#ifndef CHIP_H
#define CHIP_H

#define CHIP_NAME        "blackhole-emu"
#define CHIP_HOST        TENSIX_BLACKHOLE
#define CHIP_L1_BYTES    0x180000
#define CHIP_LOCAL_BYTES 0x2000
#define CHIP_MHZ         1350
#define CHIP_TILES       140

/*
 * 64 bytes of data cache, which nobody else's writes reach; `fence` empties it:
 * "TensixTile/BabyRISCV", L0 data cache.
 */
#define CHIP_CACHE 1

/*
 * A store to the first of these interrupts the tile's core, with the core's own bit
 * enabled, at the address in the second; reading it takes that back.
 */
#define CHIP_INTERRUPTS   1
#define CHIP_INTERRUPT    0xffb13018
#define CHIP_INTERRUPT_PC 0xffb130a8
#define CHIP_ENABLE       0xffb13000

/*
 * A word within a request must not go to L1: the tile may stand for good
 * (tt-metal #18560).
 */
#define CHIP_INLINE 0

/* The tile beside one, on the right: columns 8 and 9 are other tiles'. */
#define CHIP_RIGHT_OF(tile) ((tile) + (((tile)&0x3f) == 7 ? 3 : 1))

/* An initiator's registers, from one to the next. */
#define NIU_STRIDE     0x800
#define NIU_TARG_MID   0x04 /* address bits 63:32 */
#define NIU_TARG_TILE  0x08
#define NIU_RET_MID    0x10
#define NIU_RET_TILE   0x14
#define NIU_TILE_SHIFT 0
#define NIU_DATA       0x28
#define NIU_GO         0x40
#define NIU_CLEAR      0x60 /* counts by id, by a bit each */
#define NIU_LOGICAL    0x148
#define NIU_PACKET     16384

#endif
