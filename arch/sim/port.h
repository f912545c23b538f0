/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside the simulator's port: plays the part of arch/scc.
 *
 * Applications and runtime are charged by the basic block.  The port is not:
 * it stands for loads and stores of the chip, whose costs the engine charges,
 * and for the chip's own port, of whose functions the profile gives the
 * instructions.  So every function of the port is marked SIM_UNCHARGED.  A
 * consequence: no interrupt is taken inside the port but where it calls
 * sim_tick, await or sleep, so that a pair like "invalidate, then read" is one
 * step.  On a chip a handler may come between, and what is read is newer then; it
 * may also tear a line, which is why the chip's port has words for atoms.
 */
#ifndef ARCH_SIM_PORT_H
#define ARCH_SIM_PORT_H

#include "arch/common/port.h"
#include "arch/sim/sim_ops.h"
#include "arch/fence.h"

#define SIM_PS_PER_US 1000000u

extern struct sim_cpu sim_cpu;
extern const struct sim_host *sim_host;

_Noreturn void sim_start(void);
void sim_irq_entry(enum arch_irq cause);

static inline SIM_UNCHARGED void sim_charge(uint64_t picoseconds)
{
	sim_cpu.clock += picoseconds;
}

/* Instructions whose time is charged by other names: only counted. */
static inline SIM_UNCHARGED void sim_count(uint32_t instructions)
{
	sim_cpu.units += (uint64_t)instructions * SIM_UNIT;
}

/* Instructions that the chip's own port would have here. */
static inline SIM_UNCHARGED void sim_run(uint32_t instructions)
{
	sim_count(instructions);
	sim_charge(instructions * SIM_UNIT * sim_cpu.unit_time);
}

/* With several chips: is that core on another one?  arch/common/far reaches it. */
#ifdef ARCH_LINKS
static inline SIM_UNCHARGED bool sim_far(uint32_t rank)
{
	return rank - sim_host->first >= sim_host->near;
}

/* The engine's number of a core of this chip. */
static inline SIM_UNCHARGED uint32_t sim_at(uint32_t rank)
{
	return rank + sim_host->shift;
}

/* A door that waits with interrupts masked serves the link all the same: door.h. */
void sim_look_at_link(void);
#else
#define sim_far(rank) false
#define sim_at(rank)  (rank)

static inline SIM_UNCHARGED void sim_look_at_link(void)
{
}
#endif

/* arch_quiet, but for other chips; the time of a deadline. */
void sim_near_quiet(void);
uint64_t sim_moment(uint64_t cycles);

/* An interrupt point, and where a core that is ahead lets others catch up. */
static inline SIM_UNCHARGED void sim_tick(void)
{
	if (sim_cpu.clock >= sim_cpu.horizon) {
		sim_host->tick();
	}
}

#endif
