/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The look-up table: which tile and which port is behind each 16 MB of a core's
 * addresses.
 *
 * A core writes the entries that weft uses into its own table, whatever the
 * loader has left there: every tile's MPB and registers, and the own tile's
 * MPB.  None with the bypass bit: a core's direct way to its own MPB is
 * known to be faulty, so it goes through the router like everybody.  Private
 * DRAM, the own registers, through which the table is written, and the FPGA are
 * the loader's.
 */
#include <board.h>

#include <scc_io.h>

static uint32_t entry(uint32_t tile, uint32_t port)
{
	uint32_t y = tile / SCC_TILES_X, x = tile % SCC_TILES_X;

	return (y << 4 | x) << SCC_LUT_ROUTE | port << SCC_LUT_PORT;
}

static void set(uint32_t table, uint32_t address, uint32_t value)
{
	scc_write(table + (address >> SCC_LUT_SHIFT) * SCC_LUT_STRIDE, value);
}

void hw_lut_init(void)
{
	uint32_t me = port_cores[port_rank];
	uint32_t table = SCC_CONFIG_OWN + (me % 2 ? SCC_LUT1 : SCC_LUT0);

	for (uint32_t tile = 0; tile < SCC_CORES / 2; tile++) {
		uint32_t at = tile * SCC_TILE_STRIDE;

		set(table, SCC_MPB + at, entry(tile, SCC_PORT_MPB));
		set(table, SCC_CONFIG + at, entry(tile, SCC_PORT_CONFIG));
	}
	set(table, SCC_MPB_OWN, entry(me / 2, SCC_PORT_MPB));
}
