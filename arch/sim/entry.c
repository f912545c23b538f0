/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the engine enters an image, and the charge of a basic block.
 *
 * The compiler puts a call of __sanitizer_cov_trace_pc into every basic block.
 * It is the only clock that software sees: no code runs for nothing, and a loop
 * that never calls the library can still be interrupted.
 */
#include "arch/sim/port.h"

struct sim_cpu sim_cpu;
const struct sim_host *sim_host;

static const struct sim_image image = {
	.line_bytes = ARCH_LINE,
	.cpu = &sim_cpu,
	.start = sim_start,
	.irq = sim_irq_entry,
	.fault = weft_fault,
};

sim_entry_fn sim_entry;
void __sanitizer_cov_trace_pc(void);

SIM_UNCHARGED const struct sim_image *sim_entry(const struct sim_host *host)
{
	if (host->abi != SIM_ABI) {
		return NULL;
	}
	sim_host = host;
	return &image;
}

/* A block is known by the return address. */
SIM_UNCHARGED void __sanitizer_cov_trace_pc(void)
{
	uintptr_t address = (uintptr_t)__builtin_return_address(0);
	uint16_t units = *(const uint16_t *)(sim_cpu.blocks +
					     address * sizeof(uint16_t));

	if (units == SIM_MARK) {
		sim_host->mark(address);
		return;
	}
	sim_cpu.clock += sim_block_time(&sim_cpu, units);
	if (sim_cpu.clock >= sim_cpu.horizon) {
		sim_host->tick();
	}
}
