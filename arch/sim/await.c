/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for a word: look, and if it is not there yet, block in the engine
 * until its line is written.  The engine charges the polling that a chip does
 * meanwhile; there are no poll events.  Also the time scale of deadlines.
 */
#include "arch/sim/port.h"

#define PS_PER_US 1000000u

SIM_UNCHARGED uint64_t arch_cycles(void)
{
	uint64_t us = sim_cpu.clock / PS_PER_US;
	uint64_t rest = sim_cpu.clock % PS_PER_US;

	sim_run(sim_host->costs.call);
	return us * sim_host->core_mhz + rest * sim_host->core_mhz / PS_PER_US;
}

SIM_UNCHARGED uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * sim_host->core_mhz;
}

/* The first moment at which arch_cycles() has reached `cycles`. */
static SIM_UNCHARGED uint64_t moment(uint64_t cycles)
{
	uint64_t mhz = sim_host->core_mhz;

	if (cycles / mhz >= SIM_NEVER / PS_PER_US) {
		return SIM_NEVER;
	}
	return cycles / mhz * PS_PER_US +
	       (cycles % mhz * PS_PER_US + mhz - 1) / mhz;
}

enum arch_result SIM_UNCHARGED arch_await_at(uint32_t rank, uint32_t offset,
					     uint32_t value, uint64_t deadline)
{
	struct sim_await what = {rank, offset, value, 0, moment(deadline)};

	sim_run(sim_host->costs.await);
	if (sim_host->foresee) {
		sim_host->foresee(&what);
	}
	for (;;) {
		FENCE(sim_await_acquire, sim_host->invalidate());
		sim_host->read_flag(rank, offset, &what.seen);
		if ((int32_t)(what.seen - value) >= 0) {
			sim_charge(sim_host->costs.flag_wait);
			return ARCH_OK;
		}
		if (sim_cpu.clock >= what.deadline) {
			return ARCH_TIMEOUT;
		}
		sim_host->await(&what);
	}
}

enum arch_result SIM_UNCHARGED arch_await(uint32_t offset, uint32_t value,
					  uint64_t deadline)
{
	return arch_await_at(sim_host->rank, offset, value, deadline);
}

SIM_UNCHARGED void arch_timer_set(uint64_t deadline)
{
	sim_host->timer(moment(deadline));
}
