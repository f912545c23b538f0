/* SPDX-License-Identifier: Apache-2.0 */
/*
 * To wake a core, and to end, by QEMU's means; timer.c halts.
 */
#include <board.h>

#include "drivers/apic/local_apic.h"

enum {
	/* isa-debug-exit: QEMU's status is twice the value, and one. */
	EXIT_PORT = 0xf4,

	/* pvpanic: the guest has panicked. */
	PANIC_PORT = 0x505,
	PANIC_EVENT = 1,
};

/*
 * Rank n is the core with APIC id n: QEMU counts them alike.  Stores of mine
 * are seen in their order, and before the interrupt.
 */
VEHICLE_TEXT void vehicle_kick(uint32_t rank)
{
	uint32_t flags = cpu_irq_save();

	local_apic_send((uint8_t)rank, SCC_VECTOR_WAKE);
	cpu_irq_restore(flags);
}

_Noreturn void vehicle_exit(uint32_t status)
{
	cpu_out32(EXIT_PORT, status >> 1);
	for (;;) {
		__asm__ volatile("cli; hlt");
	}
}

/*
 * QEMU pauses (-action panic=pause), and the runner looks at all cores and lets
 * it go on; without a runner the write does nothing.
 */
void vehicle_panic(void)
{
	cpu_out8(PANIC_PORT, PANIC_EVENT);
}
