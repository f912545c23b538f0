/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensix: what an image and its loader tell each other.  The loader is the emulator
 * (emu/tensix), a program that has the vendor's simulator, or one on a card's
 * host: all of them read and write a tile's L1 at any time, and nothing else is
 * needed.
 *
 * The image is an ELF file for 32-bit RISC-V; its segments lie in L1, by physical
 * address, in the same place on each tile that takes part.  Bytes of a segment that
 * the file does not have are zeroes: the loader writes them too, so window 0 is clear
 * before any core starts.  A core's local RAM is not loaded.  Address 0 is the
 * first instruction of BRISC; the block below follows at TENSIX_HOST.
 *
 * A run: all cores of all tiles are held in reset; segments, boot record and files
 * are written; `record` is set; BRISC is let go on each tile, in any order; then the
 * loader prints the consoles, until a verdict says that the run has ended.
 *
 * The boot record (arch/boot.h) is the same on each tile.  It lies above the image, as
 * do the files of the tile's own rank; port[] is below.  Its core numbers are tiles:
 * x + (y << TENSIX_TILE_Y), translated coordinates, which is what ID_LOGICAL says and
 * what requests carry.  Without a record (0) a tile is alone.
 *
 * Several chips (chips/ethernet.h): core numbers have the chip's above these, from bit
 * TENSIX_CHIP on.  The record is the same on each but for TENSIX_PORT_CHIP.  A table in L1 has
 * a word for each chip: the Ethernet tile that leads there, as a core number; 0: none.
 *
 * Who waits for whom: the loader finds the image's variables by its symbols.  Those
 * that it looks at lie in L1, therefore.
 */
#ifndef TENSIX_HOST_H
#define TENSIX_HOST_H

#define TENSIX_HOST        0x20 /* address of struct tensix_host */
#define TENSIX_HOST_LAYOUT 0x58540001
#define TENSIX_TILE_Y      6
#define TENSIX_CHIP        12

/* `chip`, so that no image is run on the other one. */
#define TENSIX_WORMHOLE  1
#define TENSIX_BLACKHOLE 2

/* The boot record's port[] words. */
#define TENSIX_PORT_LAYOUT 0 /* TENSIX_HOST_LAYOUT */
#define TENSIX_PORT_TOP    1 /* from here on L1 is the record's and files' */
#define TENSIX_PORT_POLLS  2 /* not 0: no interrupts, on Blackhole either */
#define TENSIX_PORT_CHIP   3 /* of several: this one's number */
#define TENSIX_PORT_WIRES  4 /* .. and where its words about wires are */

#ifndef __ASSEMBLER__

#include <stdint.h>

/*
 * The first four words are the image's, in the file.  The console is a ring: its bytes
 * [taken, written), modulo 2^32, are still to be printed, byte i at i modulo
 * ring_bytes.  The image writes bytes, then `written`, once for what is to be printed
 * as one piece; when the ring is full it waits for `taken`, for a bounded time, then
 * writes over what the loader has not taken.
 */
struct tensix_host {
	uint32_t layout;     /* TENSIX_HOST_LAYOUT */
	uint32_t chip;       /* TENSIX_WORMHOLE or TENSIX_BLACKHOLE */
	uint32_t ring;       /* address, a multiple of 16 */
	uint32_t ring_bytes; /* a power of two */
	uint32_t record;     /* the loader's: the boot record's address, or 0 */
	uint32_t taken;      /* the loader's */
	uint32_t written;
	uint32_t verdict; /* 0: it runs; arch_stop's and 1 more: the run ends */
};

_Static_assert(sizeof(struct tensix_host) == 32, "two units of 16 bytes");

#endif
#endif
