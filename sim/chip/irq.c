/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts.  Others raise a line that stays high until the core clears what
 * raised it (registers.c); the edge is what interrupts, so raising it again
 * meanwhile merges.  When the core clears one cause and another holds the line
 * high, it is interrupted again.  Being taken is not being cleared: that is the
 * port's work, and what it has to do before it looks at anything.
 *
 * The timer is one bit with the time it is due.
 */
#include "sim/chip/engine.h"

void irq_set(struct core *core, enum arch_irq cause, uint64_t at)
{
	core->irq_at[cause] = at;
	core->cpu->irq_next = earlier(earlier(core->irq_at[ARCH_IRQ_NOTIFY],
					      core->irq_at[ARCH_IRQ_TIMER]),
				      core->irq_at[SIM_IRQ_LINK]);
}

static void irq_link_taken(struct core *core)
{
	core->link_raised = core->link_alarm = SIM_NEVER;
	irq_set(core, (enum arch_irq)SIM_IRQ_LINK, SIM_NEVER);
}

void irq_create(struct core *core)
{
	irq_link_taken(core);
	irq_set(core, ARCH_IRQ_NOTIFY, SIM_NEVER);
	irq_set(core, ARCH_IRQ_TIMER, SIM_NEVER);
}

static enum arch_irq cause_of(const struct core *core)
{
	uint64_t next = core->cpu->irq_next;

	return core->irq_at[SIM_IRQ_LINK] == next ? (enum arch_irq)SIM_IRQ_LINK
	       : core->irq_at[ARCH_IRQ_NOTIFY] == next ? ARCH_IRQ_NOTIFY
						       : ARCH_IRQ_TIMER;
}

__attribute__((noinline)) void irq_enter(struct core *core)
{
	struct sim_cpu *cpu = core->cpu;
	enum arch_irq cause = cause_of(core);
	struct core_read read;
	struct core_access access;

	if (modes_listen) {
		modes_after(&(struct visible){.kind = VISIBLE_TAKE,
					      .core = core->rank},
			    cpu->clock);
	}
	if (cause == (enum arch_irq)SIM_IRQ_LINK) {
		irq_link_taken(core);
	} else {
		irq_set(core, cause, SIM_NEVER);
	}
	if (cause == ARCH_IRQ_NOTIFY) {
		core->notified = cpu->clock;
		registers_taken(core);
	}
	cpu->masked = 1;
	engine_horizon(core);
	/*
	 * Played in steps, it may come in the middle of an operation, and all
	 * of its own are over when it returns.
	 */
	read = core->read;
	access = core->access;
	core->image->irq(cause);
	if (player) {
		core->read = read;
		core->access = access;
	}
	cpu->masked = 0;
}

bool irq_take(struct core *core)
{
	struct sim_cpu *cpu = core->cpu;
	bool taken = false;

	while (!cpu->masked && cpu->irq_next <= cpu->clock) {
		irq_enter(core);
		taken = true;
	}
	if (taken) {
		engine_horizon(core);
	}
	return taken;
}

/* Under a seed half of them are late, so that they come at any instruction. */
static uint64_t tardiness(struct core *core)
{
	if (!engine.tardy) {
		return 0;
	}
	return engine_random(core, 1) ? engine_random(core, engine.tardy) : 0;
}

static void come_at(struct core *core, enum arch_irq cause, uint64_t at)
{
	irq_set(core, cause, at);
	if (core->waiting != NOT_WAITING && at < core->resume &&
	    (core->waiting == WAIT_SLEEP || !core->cpu->masked ||
	     cause == (enum arch_irq)SIM_IRQ_LINK)) {
		engine_wake(core, at, at);
	}
}

static void deliver(struct core *core, uint64_t at)
{
	if (player) {
		irq_set(core, ARCH_IRQ_NOTIFY, 0);
		player->pending(core);
		return;
	}
	come_at(core, ARCH_IRQ_NOTIFY, at);
}

/* What the link raises, and its alarm, but not before the core wants to hear of it. */
static uint64_t link_at(const struct core *core)
{
	uint64_t at = earlier(core->link_raised, core->link_alarm);

	return at == SIM_NEVER ? at : later(at, core->link_hold);
}

void irq_link(struct core *core, uint64_t at)
{
	if (at < core->link_raised) {
		core->link_raised = at + tardiness(core);
		come_at(core, (enum arch_irq)SIM_IRQ_LINK, link_at(core));
	}
}

bool irq_link_take(void)
{
	struct core *core = engine.current;

	if (core->irq_at[SIM_IRQ_LINK] > core->cpu->clock) {
		return false;
	}
	irq_link_taken(core);
	engine_horizon(core);
	return true;
}

void irq_alarm(struct core *core, uint64_t at)
{
	core->link_alarm = earlier(core->link_alarm, at);
	irq_set(core, (enum arch_irq)SIM_IRQ_LINK, link_at(core));
}

void irq_hold(struct core *core, uint64_t until)
{
	core->link_hold = until;
	irq_set(core, (enum arch_irq)SIM_IRQ_LINK, link_at(core));
}

void irq_pin(struct core *core, uint64_t time, bool cleared)
{
	bool high = core->intr || (core->gic_status & ~core->gic_mask);
	bool again = cleared && core->irq_at[ARCH_IRQ_NOTIFY] == SIM_NEVER;

	if (high && (!core->pin || again)) {
		deliver(core, time + engine.profile.irq + tardiness(core));
	} else if (!high) {
		irq_set(core, ARCH_IRQ_NOTIFY, SIM_NEVER);
	}
	core->pin = high;
}

void irq_spurious(struct core *core, uint64_t time)
{
	if (core->irq_at[ARCH_IRQ_NOTIFY] == SIM_NEVER) {
		deliver(core, time + engine.profile.irq);
	}
	if (core == engine.current) {
		engine_horizon(core);
	}
}

static void timer(uint64_t at)
{
	struct core *core = engine.current;

	irq_set(core, ARCH_IRQ_TIMER,
		at == SIM_NEVER
			? at
			: later(at, core->cpu->clock) + tardiness(core));
	engine_horizon(core);
}

/* Entered masked; unmasking, sleeping and masking again are one step. */
static void sleep_until_irq(void)
{
	struct core *core = engine.current;

	irq_hold(core, 0);
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
	host->timer = timer;
	host->sleep = sleep_until_irq;
}
