/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts between cores, masking, sleep, the timer.
 *
 * One of the chip's two ways to interrupt is chosen at start: a bit in the
 * target's configuration register, by which each target costs a store and all
 * answer alike fast; or the FPGA's controller, by which one store does for 32,
 * and the acknowledgements queue up.  Both end at the same pin.
 */
#include "arch/arch.h"

#include <board.h>

#include "boot/x86/cpu.h"
#include "drivers/apic/local_apic.h"
#include "drivers/gic/gic.h"

const struct gic *gic;

/* Library interrupts this core has taken: what ends arch_sleep. */
static uint32_t taken;

/* After scc_where_init, before interrupts are unmasked. */
void scc_irq_init(void)
{
	uint32_t most = 0;

	for (uint32_t rank = 0; rank < scc_count; rank++) {
		uint32_t core = scc_cores[rank];

		most = core > most ? core : most;
	}
	gic = scc_by_controller() ? &scc_gic : &scc_intr;
	gic->init(scc_cores[scc_rank], most + 1);
}

arch_irq_state arch_irq_save(void)
{
	return cpu_irq_save();
}

void arch_irq_restore(arch_irq_state state)
{
	cpu_irq_restore(state);
}

/*
 * By the controller a set of any size costs a store or two, and building it;
 * directly it would only be taken apart again.
 */
static bool one_by_one(uint32_t n)
{
	return n == 1 || gic == &scc_intr;
}

static void put_in(uint32_t *set, uint32_t rank)
{
	uint32_t core = scc_cores[rank];

	set[core / 32] |= 1u << core % 32;
}

/* Flags are on their way when arch_flag_write returns, so rule (c) holds. */
void arch_raise(uint32_t first, uint32_t n)
{
	uint32_t set[GIC_WORDS(SCC_CORES)] = {0};

	if (one_by_one(n)) {
		while (n-- > 0) {
			gic->raise_one(scc_cores[first++]);
		}
		return;
	}
	while (n-- > 0) {
		put_in(set, first++);
	}
	gic->raise(set);
}

uint32_t arch_notify_fanout(void)
{
	return gic == &scc_intr ? 1 : ARCH_NOTIFY_FANOUT;
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	uint32_t set[GIC_WORDS(SCC_CORES)] = {0};

	if (one_by_one(n)) {
		while (n-- > 0) {
			gic->raise_one(scc_cores[*ranks++]);
		}
		return;
	}
	while (n-- > 0) {
		put_in(set, *ranks++);
	}
	gic->raise(set);
}

void arch_sleep(void)
{
	uint32_t before = *(volatile uint32_t *)&taken;

	/* A wake-up meant for an earlier wait may come late: not mine. */
	while (*(volatile uint32_t *)&taken == before) {
		vehicle_halt(ARCH_NEVER, true);
	}
}

/* What interrupted is withdrawn first: a raise from here on comes again. */
void scc_notify_entry(void)
{
	uint32_t what = gic->acknowledge(NULL);

	taken++;
	weft_irq_entry(ARCH_IRQ_NOTIFY);
	gic->end(what);
}

void scc_timer_entry(void)
{
	local_apic_end_of_interrupt();
	if (vehicle_timer_due()) {
		taken++;
		weft_irq_entry(ARCH_IRQ_TIMER);
	}
}
