/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core that waits for a word is out of the schedule until the line is written,
 * an interrupt comes or the deadline does.  Its polling is charged all the same:
 * the read that sees the write is the first one, at the polls' steady
 * distance from the last read that was really made, that comes after it.  Where
 * more poll than a window can serve, that distance is until all were served.
 */
#include "sim/chip/coherent.h"
#include "sim/chip/fifo.h"

static void stop_watching(struct core *core)
{
	core->watching = false;
	engine.cores[core->await.rank].tile->pollers--;
}

void await_forget(struct core *core)
{
	struct core **at = &engine.cores[core->await.rank].watchers;

	while (*at != core) {
		at = &(*at)->next_watcher;
	}
	*at = core->next_watcher;
	stop_watching(core);
}

/* The clock with which a polling core starts the read that sees a write. */
static uint64_t detection(struct core *core, struct core *window,
			  uint64_t landed)
{
	const struct profile *p = &engine.profile;
	uint32_t line = core->await.offset / (uint32_t)p->line_bytes;
	bool own = p->own && core == window;
	uint64_t way = own ? 0 : one_way(core, window->at);
	uint64_t asking = p->invalidate + (own ? p->own : p->o_mpb);
	uint64_t alone = asking + 2 * way + p->poll * core->slow;
	uint64_t period = later(alone, bus_polling(window->tile));
	uint64_t behind = later(landed, core->read_time + 1) - core->read_time;
	uint64_t polls = (behind + period - 1) / period;

	if (fifo_counts(core->await.offset)) {
		return landed;
	}
	if (p->coherent) { /* its copy is bad now, and it reads again */
		return landed + coherent_way(core, window, line);
	}
	/* The port invalidates and asks before the window is looked at. */
	return core->read_time + polls * period - asking - way +
	       engine_random(core, engine.jitter);
}

void await_written(struct core *window, uint32_t line, uint64_t time)
{
	struct core **at = &window->watchers;

	while (*at) {
		struct core *core = *at;
		uint64_t clock;

		if (core->await.offset / engine.profile.line_bytes != line) {
			at = &core->next_watcher;
			continue;
		}
		*at = core->next_watcher;
		clock = detection(core, window, time);
		clock += core->await.brief ? 0 : engine.profile.wake;
		stop_watching(core);
		if (clock < core->resume) {
			/* It polls in the past, but looks after the landing. */
			engine_wake(core, later(clock, time), clock);
		}
	}
}

static void await(const struct sim_await *what)
{
	struct core *core = engine.current;
	struct sim_cpu *cpu = core->cpu;
	struct core *window = &engine.cores[what->rank];
	uint64_t line = what->offset / engine.profile.line_bytes;

	irq_hold(core, 0);
	if (irq_take(core) || core->irq_at[SIM_IRQ_LINK] <= cpu->clock) {
		return;
	}
	if (window->written[line] > core->read_mark) {
		cpu->clock += engine.profile.poll * core->slow;
		engine_tick();
		return;
	}
	core->await = *what;
	core->watching = true;
	window->tile->pollers++;
	core->next_watcher = window->watchers;
	window->watchers = core;
	core->waiting = WAIT_WORD;
	core->since = cpu->clock;
	engine_block(core, earlier(what->deadline,
				   cpu->masked ? core->irq_at[SIM_IRQ_LINK]
					       : cpu->irq_next));
	core->waiting = NOT_WAITING;
	if (core->watching) {
		await_forget(core);
	}
	irq_take(core);
}

void await_ops(struct sim_host *host)
{
	host->await = await;
}
