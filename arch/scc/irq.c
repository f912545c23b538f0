/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts between cores, masking, sleep, the timer.
 */
#include "arch/arch.h"

#include <board.h>

#include "boot/x86/cpu.h"
#include "drivers/apic/local_apic.h"

/* Library interrupts this core has taken: what ends arch_sleep. */
static uint32_t taken;

arch_irq_state arch_irq_save(void)
{
	return cpu_irq_save();
}

void arch_irq_restore(arch_irq_state state)
{
	cpu_irq_restore(state);
}

void arch_raise(uint32_t first, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		vehicle_send(first + i, BOARD_VECTOR_NOTIFY);
	}
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		vehicle_send(ranks[i], BOARD_VECTOR_NOTIFY);
	}
}

void arch_sleep(void)
{
	uint32_t before = *(volatile uint32_t *)&taken;

	/* A wake-up meant for an earlier wait may come late: not mine. */
	while (*(volatile uint32_t *)&taken == before) {
		vehicle_halt(ARCH_NEVER, true);
	}
}

void scc_notify_entry(void)
{
	local_apic_end_of_interrupt();
	taken++;
	weft_irq_entry(ARCH_IRQ_NOTIFY);
}

void scc_timer_entry(void)
{
	local_apic_end_of_interrupt();
	if (vehicle_timer_due()) {
		taken++;
		weft_irq_entry(ARCH_IRQ_TIMER);
	}
}
