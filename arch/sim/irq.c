/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts and test-and-set registers. */
#include "arch/sim/port.h"

#define BACKOFF_LIMIT 6 /* arch_relax grows to 2^6 blocks of 8 */

SIM_UNCHARGED arch_irq_state arch_irq_save(void)
{
	arch_irq_state state = sim_cpu.masked;

	sim_cpu.masked = 1;
	__asm__ volatile("" ::: "memory");
	return state;
}

SIM_UNCHARGED void arch_irq_restore(arch_irq_state state)
{
	__asm__ volatile("" ::: "memory");
	sim_cpu.masked = state;
	if (state == ARCH_IRQ_ON && sim_cpu.irq_next < sim_cpu.horizon) {
		/* While masked, the horizon did not count interrupts. */
		sim_cpu.horizon = sim_cpu.irq_next;
		sim_tick();
	}
}

/*
 * One store to the interrupt controller for each 32 cores.  It goes another way
 * than the flags written before, so they must have landed: rule (c).
 */
SIM_UNCHARGED void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	FENCE(sim_raise_drain, sim_host->drain());
	while (n) {
		uint32_t now = n < ARCH_NOTIFY_FANOUT ? n : ARCH_NOTIFY_FANOUT;

		sim_host->raise(ranks, now);
		ranks += now;
		n -= now;
	}
	sim_tick();
}

SIM_UNCHARGED void arch_raise(uint32_t first, uint32_t n)
{
	uint32_t ranks[ARCH_NOTIFY_FANOUT];

	while (n) {
		uint32_t now = 0;

		while (now < n && now < ARCH_NOTIFY_FANOUT) {
			ranks[now++] = first++;
		}
		arch_raise_list(ranks, now);
		n -= now;
	}
}

SIM_UNCHARGED void arch_sleep(void)
{
	sim_host->sleep();
}

SIM_UNCHARGED bool arch_tas(uint32_t rank)
{
	if (!sim_host->tas(rank)) {
		return false;
	}
	FENCE(sim_tas_acquire, sim_host->invalidate());
	return true;
}

SIM_UNCHARGED void arch_tas_clear(uint32_t rank)
{
	sim_host->tas_clear(rank);
}

SIM_UNCHARGED void arch_relax(uint32_t attempt)
{
	uint32_t shift = attempt < BACKOFF_LIMIT ? attempt : BACKOFF_LIMIT;

	sim_charge(sim_cpu.block * 8 << shift);
	sim_tick();
}
