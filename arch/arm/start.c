/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a core's own stack to weft_start: interrupts, clock, and the meeting of
 * all cores, so that no interrupt is sent to one that cannot take it yet.
 */
#include <board.h>

#include "boot/arm/cpu.h"
#include "boot/arm/firmware.h"
#include "drivers/gic/arm_gic.h"

void boot_other(void);

/* A core's number as the firmware has it: clusters are of 16, or of 8. */
static uint32_t affinity(uint32_t rank)
{
	uint32_t shift = arm_gic_version() == 2 ? 3 : 4;

	return rank >> shift << 8 | (rank & ((1u << shift) - 1));
}

static void start_others(void)
{
	for (uint32_t rank = 1; rank < arm_count; rank++) {
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

static bool all_ready(void)
{
	for (uint32_t rank = 1; rank < arm_count; rank++) {
		if (!VEHICLE->ready[rank]) {
			return false;
		}
	}
	return true;
}

/* Fast interrupts are masked from the first instruction on: look, halt. */
static void gather_others(void)
{
	while (!all_ready()) {
		vehicle_halt(ARCH_NEVER, false);
	}
	VEHICLE->go = 1;
	cpu_dsb(); /* seen before the wake-up, as by rule (c) */
	for (uint32_t rank = 1; rank < arm_count; rank++) {
		arm_gic->send_fiq(rank, BOARD_IRQ_WAKE);
	}
}

static void join(void)
{
	VEHICLE->ready[arm_rank] = 1;
	cpu_dsb(); /* likewise */
	arm_gic->send_fiq(0, BOARD_IRQ_WAKE);
	while (!VEHICLE->go) {
		vehicle_halt(ARCH_NEVER, false);
	}
}

_Noreturn void boot_core_start(uint32_t rank)
{
	arm_where_init(rank);
	arm_irq_init();
	vehicle_time_init();
	if (rank == 0) {
		start_others();
		gather_others();
	} else {
		join();
	}
	cpu_fiq_restore(0);
	weft_start();
}
