/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where cores stop, and what lets them go on.  See stepwise.h.
 */
#include <string.h>

#include "sim/host.h"
#include "sim/narrate.h"
#include "sim/stepwise.h"

enum {
	WATCHED = 8, /* reads in one round of a loop that tries again */
	TRIES = 4,   /* rounds of which nobody knows what they wait for */
};
#define QUANTUM UINT64_C(50000000) /* ps of computing that are a try, too */

struct watched {
	enum visible_kind kind;
	uint32_t rank, offset, bytes, step;
	uint8_t was[PROFILE_LINE_MAX];
};

/* What the player knows of a core. */
struct actor {
	struct visible next; /* what it does when it is let .. */
	bool take;           /* .. or it is told to take an interrupt first */
	bool late;           /* the deadline of what it waits for has come */
	bool seen;        /* its next read is part of the wait that is over */
	bool let;         /* it may try again, though nothing has changed */
	uint32_t stop;    /* number of the stop .. */
	uint32_t stops;   /* .. of so many */
	uint64_t stopped; /* its clock then */
	uint64_t timer;   /* when due */
	uint32_t timer_step, pending_step; /* what set it; what raised it */
	struct watched watch[WATCHED];     /* since it tried last */
	uint32_t watching, tries;
};

struct stepwise stepwise;
static struct actor *actors;

enum choice_kind choice_kind(uint32_t choice)
{
	uint32_t kind = choice / engine.count;

	return kind < CHOICE_LAND ? (enum choice_kind)kind : CHOICE_LAND;
}

uint32_t choice_core(uint32_t choice)
{
	if (choice_kind(choice) == CHOICE_LAND) {
		return choice / engine.count - CHOICE_LAND;
	}
	return choice % engine.count;
}

void stepwise_create(void)
{
	actors = host_alloc(engine.count * sizeof(*actors));
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		actors[rank].timer = SIM_NEVER;
		actors[rank].next.core = rank;
	}
}

static struct actor *me(void)
{
	return &actors[engine.current->rank];
}

/* Stop before this; return when it is to be done. */
static void stop_before(const struct visible *next)
{
	struct core *core = engine.current;
	struct actor *actor = me();
	uint32_t number = ++actor->stops;

	for (;;) {
		actor->stop = number;
		actor->next = *next;
		actor->next.core = core->rank;
		core->since = core->cpu->clock;
		narrate_stop(core->rank);
		coroutine_switch(&core->sp, engine.host.sp);
		if (!actor->take) {
			break;
		}
		actor->take = false;
		actor->tries = 0;
		irq_enter(core);
	}
	actor->stopped = core->cpu->clock;
}

static void stop(enum visible_kind kind)
{
	struct visible next = {.kind = kind};

	stop_before(&next);
}

/* Reads and attempts that a loop may be about to repeat. */
static void watch(const struct visible *what)
{
	struct actor *actor = me();
	struct watched *w = &actor->watch[actor->watching];

	if (actor->watching == WATCHED) {
		return; /* too many: it counts as a loop for nothing known */
	}
	actor->watching++;
	*w = (struct watched){what->kind,  what->rank,    what->offset,
			      what->bytes, stepwise.step, {0}};
	if (what->kind == VISIBLE_READ) {
		memcpy(w->was, engine.cores[w->rank].window + w->offset,
		       w->bytes);
	}
}

static bool changed(const struct watched *w)
{
	const struct core *owner = &engine.cores[w->rank];

	if (w->kind == VISIBLE_TAS) {
		return !owner->tas_taken;
	}
	return memcmp(w->was, owner->window + w->offset, w->bytes) != 0;
}

/* Nothing else would come of another try. */
static bool may_retry(const struct actor *actor)
{
	if (actor->let) {
		return true;
	}
	for (uint32_t i = 0; i < actor->watching; i++) {
		if (changed(&actor->watch[i])) {
			return true;
		}
	}
	if (actor->watching == 0 || actor->watching == WATCHED) {
		return actor->tries < TRIES;
	}
	return false;
}

bool stepwise_watched(uint32_t rank, const struct visible *change,
		      uint32_t step)
{
	const struct actor *actor = &actors[rank];

	for (uint32_t i = 0; i < actor->watching; i++) {
		const struct watched *w = &actor->watch[i];

		if (step > w->step && change->rank == w->rank &&
		    (w->kind == VISIBLE_TAS
			     ? change->kind == VISIBLE_TAS_CLEAR
			     : change->kind == VISIBLE_LAND &&
				       change->offset < w->offset + w->bytes &&
				       w->offset < change->offset +
							   change->bytes)) {
			return true;
		}
	}
	return false;
}

static void relax(void)
{
	struct actor *actor = me();

	stop(VISIBLE_RELAX);
	actor->tries = actor->let || !actor->watching ? actor->tries + 1 : 0;
	actor->let = false;
	actor->watching = 0;
}

bool stepwise_retry(uint32_t rank)
{
	return actors[rank].next.kind == VISIBLE_RELAX;
}

void stepwise_let(uint32_t rank)
{
	actors[rank].let = true;
}

bool stepwise_late(uint32_t rank)
{
	return actors[rank].next.kind == VISIBLE_AWAIT && actors[rank].late;
}

uint32_t stepwise_stop(uint32_t rank)
{
	return actors[rank].stop;
}

void stepwise_next(uint32_t rank, struct visible *what)
{
	*what = actors[rank].next;
}

static bool reached(const struct visible *what)
{
	uint32_t word;

	memcpy(&word, engine.cores[what->rank].window + what->offset,
	       sizeof(word));
	return (int32_t)(word - what->value) >= 0;
}

static const struct packet *on_way(const struct core *core, uint32_t i)
{
	return &core->way[(core->way_first + i) % core->way_size];
}

/* The oldest write to that core, or any. */
static const struct packet *first_to(const struct core *core, uint32_t rank)
{
	for (uint32_t i = 0; i < core->way_count; i++) {
		if (rank == UINT32_MAX || on_way(core, i)->rank == rank) {
			return on_way(core, i);
		}
	}
	return NULL;
}

static bool can_go_on(const struct core *core)
{
	const struct actor *actor = &actors[core->rank];

	switch (actor->next.kind) {
	case VISIBLE_AWAIT:
		return actor->late || reached(&actor->next);
	case VISIBLE_DRAIN:
		return !first_to(core, actor->next.rank);
	case VISIBLE_ROOM:
		return core->way_count < core->way_size;
	case VISIBLE_SLEEP:
		return core->cpu->irq_next != SIM_NEVER;
	case VISIBLE_RELAX:
		return may_retry(actor);
	case VISIBLE_BEGIN:
	case VISIBLE_END:
		return actor->let;
	default:
		return true;
	}
}

/* The next moment that this core has asked to be told of. */
static uint64_t due(const struct actor *actor)
{
	uint64_t at = actor->timer;

	if (actor->next.kind == VISIBLE_AWAIT && !actor->late) {
		at = earlier(at, actor->next.deadline);
	}
	return at;
}

static void landing(const struct packet *packet, uint32_t from,
		    struct visible *what)
{
	uint32_t first = (uint32_t)__builtin_ctzll(packet->mask);
	uint32_t past = 64 - (uint32_t)__builtin_clzll(packet->mask);

	*what = (struct visible){
		.kind = VISIBLE_LAND,
		.core = from,
		.rank = packet->rank,
		.offset = packet->line * (uint32_t)engine.profile.line_bytes +
			  first,
		.bytes = past - first,
	};
}

bool stepwise_can(uint32_t choice, struct visible *what)
{
	uint32_t rank = choice_core(choice);
	const struct core *core = &engine.cores[rank];
	const struct actor *actor = &actors[rank];
	const struct packet *packet;

	switch (choice_kind(choice)) {
	case CHOICE_CORE:
		*what = actor->next;
		return can_go_on(core);
	case CHOICE_TAKE:
		*what = (struct visible){.kind = VISIBLE_TAKE,
					 .core = rank,
					 .rank = rank,
					 .pins = UINT64_C(1) << rank};
		return !core->cpu->masked && core->cpu->irq_next != SIM_NEVER;
	case CHOICE_DUE:
		*what = (struct visible){.kind = VISIBLE_DUE,
					 .core = rank,
					 .deadline = due(actor)};
		return what->deadline != SIM_NEVER;
	default:
		packet = first_to(core, choice % engine.count);
		if (packet) {
			landing(packet, rank, what);
		}
		return packet != NULL;
	}
}

uint32_t stepwise_since(uint32_t choice)
{
	uint32_t rank = choice_core(choice);

	switch (choice_kind(choice)) {
	case CHOICE_TAKE:
		return actors[rank].pending_step;
	case CHOICE_DUE:
		return actors[rank].timer_step;
	case CHOICE_LAND:
		return (uint32_t)first_to(&engine.cores[rank],
					  choice % engine.count)
			->call;
	default:
		return NO_STEP;
	}
}

static void come_due(struct core *core)
{
	struct actor *actor = &actors[core->rank];
	uint64_t at = due(actor);

	core->cpu->clock = later(core->cpu->clock, at);
	if (at == actor->timer) {
		actor->timer = SIM_NEVER;
		irq_set(core, ARCH_IRQ_TIMER, 0);
		stepwise_pending(core);
	} else {
		actor->late = true;
	}
}

void stepwise_do(uint32_t choice)
{
	uint32_t rank = choice_core(choice);
	struct core *core = &engine.cores[rank];

	engine.current = core;
	switch (choice_kind(choice)) {
	case CHOICE_TAKE:
		actors[rank].take = true;
		break;
	case CHOICE_DUE:
		come_due(core);
		return;
	case CHOICE_LAND:
		memory_land_to(core, choice % engine.count);
		return;
	default:
		break;
	}
	coroutine_switch(&engine.host.sp, core->sp);
}

/* Hooks ------------------------------------------------------------------- */

void stepwise_pending(struct core *core)
{
	actors[core->rank].pending_step = stepwise.step;
}

void stepwise_access(struct core *core, const struct transaction *what)
{
	struct visible next = {.kind = what->kind, .rank = core->rank};

	switch (what->kind) {
	case VISIBLE_LAND:
		landing(&core->leaving, core->rank, &next);
		break;
	case VISIBLE_READ:
		next.rank = core->read.rank;
		next.offset = (uint32_t)(core->read.from -
					 engine.cores[next.rank].window);
		next.bytes = (uint32_t)core->read.n;
		break;
	case VISIBLE_RAISE:
		next.pins = UINT64_MAX; /* the controller's are many */
		if (!engine.profile.gic) {
			next.rank = core->access.target->rank;
			next.pins = UINT64_C(1) << next.rank;
		}
		break;
	default:
		next.pins = UINT64_C(1) << core->rank;
	}
	if (me()->seen && what->kind == VISIBLE_READ) {
		me()->seen = false;
	} else if (what->kind != VISIBLE_LAND || !engine.strict) {
		stop_before(&next);
	}
	core->cpu->clock += engine.profile.o_mpb + 2 * one_way(core, what->at);
	what->act(core, core->cpu->clock);
	if (what->kind == VISIBLE_READ) {
		watch(&next);
	}
}

void stepwise_tas(struct core *core, uint32_t rank, bool clear)
{
	struct visible next = {
		.kind = clear ? VISIBLE_TAS_CLEAR : VISIBLE_TAS,
		.rank = rank,
	};

	(void)core;
	stop_before(&next);
	if (!clear && engine.cores[rank].tas_taken) {
		watch(&next);
	}
}

void stepwise_room(struct core *core)
{
	if (core->way_count == core->way_size) {
		stop(VISIBLE_ROOM);
	}
}

void stepwise_horizon(struct core *core)
{
	if (stepwise.blocks && !core->cpu->masked) {
		core->cpu->horizon = 0;
	} else {
		core->cpu->horizon = earlier(
			engine.limit, actors[core->rank].stopped + QUANTUM);
	}
}

void stepwise_tick(void)
{
	struct core *core = engine.current;

	if (core->cpu->clock >= engine.limit) {
		report_limit("the time limit has come");
	}
	if (core->cpu->clock >= me()->stopped + QUANTUM) {
		relax();
	} else if (stepwise.blocks && !core->cpu->masked) {
		stop(VISIBLE_NOTHING);
	}
	stepwise_horizon(core);
}

static void mark(uintptr_t address)
{
	struct core *core = engine.current;

	if (address - core->base == stepwise.from_at) {
		stop(VISIBLE_BEGIN);
	} else {
		stop(VISIBLE_END);
	}
	me()->let = false;
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

	me()->late = core->cpu->clock >= what->deadline;
	core->await = *what;
	core->waiting = WAIT_WORD;
	stop_before(&next);
	core->waiting = NOT_WAITING;
	me()->seen = true;
}

static void drain_to(uint32_t rank)
{
	struct visible next = {.kind = VISIBLE_DRAIN, .rank = rank};

	if (first_to(engine.current, rank)) {
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

	me()->timer = at;
	me()->timer_step = stepwise.step;
	irq_set(core, ARCH_IRQ_TIMER, SIM_NEVER);
	if (at <= core->cpu->clock) {
		come_due(core);
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
	me()->tries = 0;
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
