/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations: the chip does them at the word's home. */
#include "arch/atomic.h"
#include "arch/sim/port.h"

SIM_UNCHARGED uint32_t arch_swap(uint32_t rank, uint32_t offset, uint32_t value)
{
	sim_cpu.stores++;
	sim_run(sim_host->costs.flag_write);
	return sim_host->atomic(SIM_SWAP, rank, offset, 0, value);
}

SIM_UNCHARGED uint32_t arch_compare_swap(uint32_t rank, uint32_t offset,
					 uint32_t expected, uint32_t value)
{
	sim_cpu.stores++;
	sim_run(sim_host->costs.flag_write);
	return sim_host->atomic(SIM_COMPARE_SWAP, rank, offset, expected,
				value);
}

SIM_UNCHARGED uint32_t arch_fetch_add(uint32_t rank, uint32_t offset,
				      uint32_t addend)
{
	sim_cpu.stores++;
	sim_run(sim_host->costs.flag_write);
	return sim_host->atomic(SIM_FETCH_ADD, rank, offset, 0, addend);
}
