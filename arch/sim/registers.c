/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From an address of the SCC's map to the simulator's register of that kind.
 * A core reaches its own words only, so an address has no more to tell.
 */
#include "arch/sim/port.h"
#include "arch/sim/scc_io.h"

#include "arch/scc/scc_map.h"

static SIM_UNCHARGED enum sim_register name_of(uint32_t address)
{
	switch ((address - SCC_FPGA) & ~0x1ffu) {
	case SCC_FPGA_STATUS:
		return SIM_GIC_STATUS;
	case SCC_FPGA_RESET:
		return SIM_GIC_RESET;
	case SCC_FPGA_REQUEST:
		return SIM_GIC_REQUEST;
	default:
		return SIM_GIC_MASK;
	}
}

SIM_UNCHARGED uint32_t scc_read(uint32_t address)
{
	return sim_host->gic_read(name_of(address), address / 4 % 2);
}

SIM_UNCHARGED void scc_line_end(void)
{
	sim_host->gic_landed();
}

SIM_UNCHARGED void scc_write(uint32_t address, uint32_t value)
{
	sim_host->gic_write(name_of(address), address / 4 % 2, value);
}
