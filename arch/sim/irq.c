/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts and test-and-set registers. */
#include "arch/sim/port.h"
#include "drivers/gic/gic.h"

#ifdef ARCH_LINKS
#include "arch/common/far/chip/door.h"
#endif

#define RELAX         48 /* instructions of the first arch_relax .. */
#define BACKOFF_LIMIT 6  /* .. which grows to 2^6 times that */

SIM_UNCHARGED arch_irq_state arch_irq_save(void)
{
	arch_irq_state state = sim_cpu.masked;

	sim_cpu.masked = 1;
	if (sim_host->mask && state == ARCH_IRQ_ON) {
		sim_host->mask(true);
	}
	__asm__ volatile("" ::: "memory");
	return state;
}

SIM_UNCHARGED void arch_irq_restore(arch_irq_state state)
{
	__asm__ volatile("" ::: "memory");
	if (sim_host->mask && state == ARCH_IRQ_ON) {
		sim_host->mask(false);
	}
	sim_cpu.masked = state;
	if (state == ARCH_IRQ_ON) {
		/* While masked, the horizon did not count interrupts. */
		uint64_t open = sim_cpu.open_horizon < sim_cpu.irq_next
					? sim_cpu.open_horizon
					: sim_cpu.irq_next;

		sim_cpu.horizon =
			open < sim_cpu.horizon ? open : sim_cpu.horizon;
		sim_tick();
	}
}

/* The FPGA's controller, where the run has it: the driver that the chip has. */
const struct gic *gic;

_Noreturn SIM_UNCHARGED void sim_start(void)
{
	if (sim_host->interrupts != SIM_DIRECT) {
		uint32_t most = 0;

		for (uint32_t i = 0; i < sim_host->count; i++) {
			uint32_t core = sim_host->coords[i].core;

			most = core > most ? core : most;
		}
		gic = &scc_gic;
		sim_cpu.masked = 1;
		gic->init(sim_host->coords[sim_host->rank].core, most + 1);
	}
#ifdef ARCH_LINKS
	if (sim_host->chips > 1) {
		sim_cpu.masked = 1;
		far_door_open();
	}
#endif
	weft_start();
}

/* Not the port's own constant but by the block, as the driver is. */
static void raise_by_controller(const uint32_t *ranks, uint32_t n)
{
	uint32_t set[GIC_WORDS(SIM_GIC_CORES)] = {0};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t number = sim_host->coords[ranks[i]].core;

		set[number / 32] |= UINT32_C(1) << number % 32;
	}
	if (n == 1) {
		gic->raise_one(sim_host->coords[ranks[0]].core);
	} else {
		gic->raise(set);
	}
}

/*
 * It goes another way than the flags written before, so they must have landed:
 * rule (c).  Directly, each core takes its own store; drivers/gic/scc_intr.c would
 * not do here, as sets of 4096 cores cost more than the stores.
 */
static SIM_UNCHARGED void raise_near(const uint32_t *ranks, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		FENCE(sim_raise_drain, sim_host->drain_flags(sim_at(ranks[i])));
	}
	if (gic) {
		raise_by_controller(ranks, n);
	} else {
		for (uint32_t i = 0; i < n; i++) {
			sim_run(sim_host->costs.raise);
			sim_host->interrupt(sim_at(ranks[i]));
		}
	}
	sim_tick();
}

/* Those of this chip as far as they follow each other, and each of another. */
SIM_UNCHARGED void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	while (n > 0) {
		uint32_t near = 0;

		while (near < n && !sim_far(ranks[near])) {
			near++;
		}
		if (near > 0) {
			raise_near(ranks, near);
		} else {
			far_raise(*ranks);
			near = 1;
		}
		ranks += near;
		n -= near;
	}
}

SIM_UNCHARGED uint32_t arch_notify_fanout(void)
{
	return gic ? ARCH_NOTIFY_FANOUT : 1;
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

/*
 * Acknowledge, then enter the runtime.  A request that comes before the
 * acknowledgement has landed goes with it; but whatever the runtime reads then
 * is read after it has landed, since a core has one transaction at a time.
 */
SIM_UNCHARGED void sim_irq_entry(enum arch_irq cause)
{
	bool by_controller =
		cause == ARCH_IRQ_NOTIFY && sim_host->interrupts == SIM_GIC;
	uint32_t what = 0;

	sim_run(sim_host->costs.irq_entry);
#ifdef ARCH_LINKS
	if (cause == (enum arch_irq)SIM_IRQ_LINK) {
		far_door_turn();
		__asm__ volatile(""); /* no tail call: its last block is ours */
		return;
	}
#endif
	if (by_controller) {
		weft_irq_entry(ARCH_IRQ_EARLY); /* others queue there, too */
		what = gic->acknowledge(NULL);
	} else if (cause == ARCH_IRQ_NOTIFY &&
		   sim_host->interrupts == SIM_DIRECT) {
		sim_host->interrupt_clear();
	}
	weft_irq_entry(cause);
	if (by_controller) {
		gic->end(what);
	}
}

SIM_UNCHARGED void arch_sleep(void)
{
	sim_host->sleep();
}

SIM_UNCHARGED bool arch_tas(uint32_t rank)
{
	if (sim_far(rank)) {
		return far_tas(rank);
	}
	if (!sim_host->tas(sim_at(rank))) {
		return false;
	}
	/* Pairs with arch_quiet before arch_tas_clear. */
	FENCE(sim_tas_acquire, sim_host->invalidate());
	return true;
}

SIM_UNCHARGED void arch_tas_clear(uint32_t rank)
{
	if (sim_far(rank)) {
		far_tas_clear(rank);
		return;
	}
	sim_host->tas_clear(sim_at(rank));
}

SIM_UNCHARGED void arch_relax(uint32_t attempt)
{
	uint32_t shift = attempt < BACKOFF_LIMIT ? attempt : BACKOFF_LIMIT;

	sim_run(RELAX << shift);
	if (sim_cpu.unit_time == 0) { /* a pause is time, not software */
		sim_charge(SIM_PS_PER_US / sim_host->core_mhz * RELAX << shift);
	}
	if (sim_host->relax) {
		sim_host->relax();
	} else {
		sim_tick();
	}
}
