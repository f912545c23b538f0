/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where cores stop.  These stand in front of the functions by which an image
 * reaches the engine, or are called by those.
 */
#include "sim/chip/calls.h"
#include "sim/explore/actor.h"
#include "sim/chip/host.h"
#include "sim/explore/explore.h"
#include "sim/explore/narrate.h"

#define QUANTUM UINT64_C(50000000) /* ps of computing that are a try, too */

/* Stop before this; return when it is to be done. */
static void stop_before(const struct visible *next)
{
	struct core *core = engine.current;
	struct actor *actor = actor_me();
	uint32_t number = ++actor->stops;

	for (;;) {
		actor->stop = number;
		actor->next = *next;
		actor->next.core = core->rank;
		core->since = core->cpu->clock;
		narrate_stop(core->rank);
		coroutine_switch(&core->sp, engine.host.sp);
		calls_answer(core);
		if (!actor->take) {
			break;
		}
		actor->take = false;
		actor->stirred = true;
		irq_enter(core);
	}
	actor->stopped = core->cpu->clock;
}

static void stop(enum visible_kind kind)
{
	struct visible next = {.kind = kind};

	stop_before(&next);
}

static void relax(void)
{
	stop(VISIBLE_RELAX);
	retry_done();
}

void stepwise_pending(struct core *core)
{
	actors[core->rank].pending_step = stepwise.step;
}

static void before_access(struct core *core, const struct transaction *what)
{
	struct visible next = visible_of(core, what);

	if (actor_me()->seen && what->kind == VISIBLE_READ) {
		actor_me()->seen = false;
	} else if (what->kind != VISIBLE_LAND || !engine.strict) {
		stop_before(&next);
	}
	core->cpu->clock += engine.profile.o_mpb + 2 * one_way(core, what->at);
	what->act(core, core->cpu->clock);
	if (what->kind == VISIBLE_READ) {
		retry_watch(&next);
	}
}

static void before_tas(struct core *core, uint32_t rank, bool clear)
{
	struct visible next = {
		.kind = clear ? VISIBLE_TAS_CLEAR : VISIBLE_TAS,
		.rank = rank,
	};

	(void)core;
	stop_before(&next);
	if (!clear && engine.cores[rank].tas_taken) {
		retry_watch(&next);
	}
}

static void before_room(struct core *core)
{
	if (core->way_count == core->way_size) {
		stop(VISIBLE_ROOM);
	}
}

static void horizon(struct core *core)
{
	if (stepwise.blocks && !core->cpu->masked) {
		core->cpu->horizon = 0;
	} else {
		core->cpu->horizon = earlier(
			engine.limit, actors[core->rank].stopped + QUANTUM);
	}
}

static void tick(void)
{
	struct core *core = engine.current;

	if (core->cpu->clock >= engine.limit) {
		report_limit(NULL);
	}
	if (core->cpu->clock >= actor_me()->stopped + QUANTUM) {
		relax();
	} else if (stepwise.blocks && !core->cpu->masked) {
		stop(VISIBLE_NOTHING);
	}
	horizon(core);
}

static void mark(uintptr_t address)
{
	struct core *core = engine.current;

	if (address - core->base == stepwise.from_at) {
		stop(VISIBLE_BEGIN);
		actor_me()->dues = 0;
	} else {
		stop(VISIBLE_END);
		stop(VISIBLE_DONE);
	}
	actor_me()->let = false;
}

/* Interrupts may be taken just before they are masked, and just after. */
static void mask(bool held)
{
	struct core *core = engine.current;

	core->cpu->masked = 0;
	stop(VISIBLE_NOTHING);
	core->cpu->masked = held;
}

static void foresee(const struct sim_await *what)
{
	struct core *core = engine.current;
	struct visible next = {
		.kind = VISIBLE_AWAIT,
		.rank = what->rank,
		.offset = what->offset,
		.bytes = sizeof(uint32_t),
		.value = what->value,
		.deadline = what->deadline,
	};

	actor_me()->late = core->cpu->clock >= what->deadline;
	core->await = *what;
	core->waiting = WAIT_WORD;
	stop_before(&next);
	core->waiting = NOT_WAITING;
	actor_me()->seen = true;
}

static void drain_to(uint32_t rank)
{
	struct visible next = {.kind = VISIBLE_DRAIN, .rank = rank};

	if (actor_first_to(engine.current, rank)) {
		stop_before(&next);
	}
}

static void drain(void)
{
	drain_to(UINT32_MAX);
}

static void timer(uint64_t at)
{
	struct core *core = engine.current;

	actor_me()->timer = at;
	actor_me()->timer_step = stepwise.step;
	irq_set(core, ARCH_IRQ_TIMER, SIM_NEVER);
	if (at <= core->cpu->clock) {
		actor_due(core);
	}
}

/* Entered masked. */
static void sleep_until_irq(void)
{
	struct core *core = engine.current;
	struct visible next = {
		.kind = VISIBLE_SLEEP,
		.rank = core->rank,
		.pins = UINT64_C(1) << core->rank,
	};

	core->waiting = WAIT_SLEEP;
	stop_before(&next);
	core->waiting = NOT_WAITING;
	core->cpu->masked = 0;
	irq_enter(core);
	core->cpu->masked = 1;
	actor_me()->stirred = true;
}

void stepwise_ops(struct sim_host *host)
{
	host->await = foresee;
	host->foresee = foresee;
	host->relax = relax;
	host->mask = mask;
	host->drain = drain;
	host->drain_to = drain_to;
	host->drain_flags = drain_to;
	host->timer = timer;
	host->sleep = sleep_until_irq;
	host->mark = mark;
}

static uint32_t step(void)
{
	return stepwise.step;
}

const struct player stepwise_player = {
	.access = before_access,
	.tas = before_tas,
	.room = before_room,
	.pending = stepwise_pending,
	.horizon = horizon,
	.tick = tick,
	.step = step,
	.run = explore_run,
};
