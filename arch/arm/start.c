/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a core's own stack to weft_start: interrupts, clock, the other cores.
 */
#include <board.h>

#include "arch/qemu/link.h"
#include "boot/arm/firmware.h"

void boot_other(void);

/* A core's number as the firmware has it: clusters are of 16, or of 8. */
static uint32_t affinity(uint32_t rank)
{
	uint32_t shift = arm_gic_version() == 2 ? 3 : 4;

	return rank >> shift << 8 | (rank & ((1u << shift) - 1));
}

static void start_others(void)
{
	for (uint32_t rank = 1; rank < port_count; rank++) {
		if (psci_call(PSCI_CPU_ON, affinity(rank), (uint32_t)boot_other,
			      rank)) {
			struct arch_fault fault = {
				.cause = "firmware does not start a core",
				.pc = (uintptr_t)start_others,
				.address = affinity(rank),
				.regs = "none",
			};

			weft_fault(&fault);
		}
	}
}

_Noreturn void boot_core_start(uint32_t rank)
{
	port_where_init(rank);
	arm_irq_init();
	arm_time_init();
	cpu_dsb(); /* nobody hears of me before my controller is set up */
	if (rank == 0) {
		start_others();
		vehicle_gather(ARCH_NEVER);
		vehicle_link_open();
		vehicle_release();
	} else {
		vehicle_join();
	}
	cpu_fast_on();
	weft_start();
}
