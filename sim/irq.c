/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts.  A cause is one sticky bit with the time it is due: raising it
 * again before it is taken merges, and keeps the earlier time.  It is cleared
 * before the handler runs, so what comes during the handler is taken after.
 */
#include "sim/engine.h"

static void irq_set(struct core *core, enum arch_irq cause, uint64_t at)
{
	core->irq_at[cause] = at;
	core->cpu->irq_next = earlier(core->irq_at[ARCH_IRQ_NOTIFY],
				      core->irq_at[ARCH_IRQ_TIMER]);
}

void irq_create(struct core *core)
{
	irq_set(core, ARCH_IRQ_NOTIFY, SIM_NEVER);
	irq_set(core, ARCH_IRQ_TIMER, SIM_NEVER);
}

bool irq_take(struct core *core)
{
	struct sim_cpu *cpu = core->cpu;
	bool taken = false;

	while (!cpu->masked && cpu->irq_next <= cpu->clock) {
		enum arch_irq cause =
			core->irq_at[ARCH_IRQ_NOTIFY] == cpu->irq_next
				? ARCH_IRQ_NOTIFY
				: ARCH_IRQ_TIMER;

		irq_set(core, cause, SIM_NEVER);
		cpu->masked = 1;
		engine_horizon(core);
		core->image->irq(cause);
		cpu->masked = 0;
		taken = true;
	}
	if (taken) {
		engine_horizon(core);
	}
	return taken;
}

static void deliver(struct core *core, uint64_t at)
{
	if (at >= core->irq_at[ARCH_IRQ_NOTIFY]) {
		return;
	}
	irq_set(core, ARCH_IRQ_NOTIFY, at);
	if (core->waiting != NOT_WAITING && at < core->resume &&
	    (core->waiting == WAIT_SLEEP || !core->cpu->masked)) {
		engine_wake(core, at, at);
	}
}

/* One store to the controller, at the system interface's router. */
static void raise(const uint32_t *ranks, uint32_t n)
{
	struct core *core = engine.current;
	const struct profile *p = &engine.profile;
	uint64_t way = profile_hops(core->at, p->system_interface) * p->l_hop;
	uint64_t at;

	core->cpu->clock = later(core->cpu->clock, core->bus_free) + p->o_mpb +
			   way + engine_random(core, engine.jitter);
	engine_sync(core);
	at = core->cpu->clock + p->irq;
	for (uint32_t i = 0; i < n; i++) {
		deliver(&engine.cores[ranks[i]],
			at + engine_random(core, engine.jitter));
	}
	core->cpu->clock += way;
	engine_horizon(core);
}

static void timer(uint64_t at)
{
	struct core *core = engine.current;

	irq_set(core, ARCH_IRQ_TIMER,
		at == SIM_NEVER ? at : later(at, core->cpu->clock));
	engine_horizon(core);
}

/* Entered masked; unmasking, sleeping and masking again are one step. */
static void sleep_until_irq(void)
{
	struct core *core = engine.current;

	if (core->cpu->irq_next > core->cpu->clock) {
		core->waiting = WAIT_SLEEP;
		core->since = core->cpu->clock;
		engine_block(core, core->cpu->irq_next);
		core->waiting = NOT_WAITING;
	}
	core->cpu->masked = 0;
	irq_take(core);
	core->cpu->masked = 1;
	engine_horizon(core);
}

void irq_ops(struct sim_host *host)
{
	host->raise = raise;
	host->timer = timer;
	host->sleep = sleep_until_irq;
}
