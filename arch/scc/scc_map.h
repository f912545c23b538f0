/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses of the Intel SCC as its cores see them, with the default look-up
 * table, and the one place for them.
 *
 * Each value carries how sure it is: [A] read in two independent public
 * sources, [B] read in one, [C] from memory of the vendor's kit: look it up
 * there before you trust it.  scc-large is not a chip: it is our own stretch of
 * this map to 16 x 8 tiles, for runs with more than 48 cores.
 */
#ifndef SCC_MAP_H
#define SCC_MAP_H

/* The mesh: core = 12 * y + 2 * x + c, so core / 2 is the tile.  [A] */
#define SCC_TILES_X 6
#define SCC_TILES_Y 4
#define SCC_CORES   (2 * SCC_TILES_X * SCC_TILES_Y)

/* Message passing buffers, 8 KB a core, two cores a tile.  [A] */
#define SCC_MPB         0xc0000000u
#define SCC_MPB_OWN     0xd8000000u /* the tile that looks */
#define SCC_MPB_BYTES   0x2000u
#define SCC_TILE_STRIDE 0x01000000u /* also of the registers */

/* Configuration registers of a tile.  [A] */
#define SCC_CONFIG       0xe0000000u
#define SCC_CONFIG_OWN   0xf8000000u
#define SCC_CONFIG_BYTES 0x2000u
#define SCC_GLCFG0       0x010u    /* core 0's interrupt pins .. */
#define SCC_GLCFG1       0x018u    /* .. and core 1's */
#define SCC_GLCFG_INTR   0x2u      /* LINT0 is high */
#define SCC_GLCFG_QUIET  0x340df8u /* seen on a chip at rest */
#define SCC_LOCK0        0x200u    /* test-and-set of the tile's core 0 */
#define SCC_LOCK1        0x400u    /* .. and of its core 1 */

/* Which core looks: bits 2..0 core, 6..3 x, 10..7 y.  [A] */
#define SCC_MYTILEID    0x100u
#define SCC_TILEID_CORE 7u
#define SCC_TILEID_X    3
#define SCC_TILEID_Y    7

/*
 * Look-up tables, among the registers: an entry of 8 bytes for each 16 MB.  Bit
 * 21 goes past the router; 20..13 are y and x of a tile, 12..10 a port of its
 * router, 9..0 the upper bits of the 34 of an address there.  [A]
 */
#define SCC_LUT0        0x0800u
#define SCC_LUT1        0x1000u
#define SCC_LUT_SHIFT   24
#define SCC_LUT_STRIDE  8
#define SCC_LUT_ROUTE   13
#define SCC_LUT_PORT    10
#define SCC_PORT_CONFIG 2u
#define SCC_PORT_MPB    3u

/*
 * The system interface's FPGA.  [B]  Its interrupt controller has, for each
 * core n, two words of each kind at 8 * n, with a bit for each of cores 0 to 31
 * and 32 to 47.  [C], all five offsets, and that a bit of MASK at 1 holds off.
 */
#define SCC_FPGA         0xf9000000u
#define SCC_FPGA_BYTES   0x10000u
#define SCC_FPGA_STATUS  0xd000u /* who interrupts core n */
#define SCC_FPGA_MASK    0xd200u
#define SCC_FPGA_RESET   0xd400u /* write ones: these bits of STATUS clear */
#define SCC_FPGA_REQUEST 0xd600u /* write ones: core n interrupts these */
#define SCC_FPGA_CONFIG  0xd800u /* which pin: left as the kit sets it */

/*
 * Page table entry of 4 KB: memory is of MPB type.  Reads go through L1 as
 * lines that CL1INVMB drops, writes through the combining buffer.  [A]
 */
#define SCC_PAGE_MPB 0x80u

/* CL1INVMB, 0F 0A: every MPB line in L1 becomes invalid.  [A] */
#define SCC_CL1INVMB_0     0x0fu
#define SCC_CL1INVMB_1     0x0au
#define SCC_CL1INVMB_BYTES 2

/* scc-large: declared fiction. */
#define SCC_LARGE_TILES_X     16
#define SCC_LARGE_TILES_Y     8
#define SCC_LARGE_CORES       (2 * SCC_LARGE_TILES_X * SCC_LARGE_TILES_Y)
#define SCC_LARGE_TILE_STRIDE 0x00010000u

#endif
