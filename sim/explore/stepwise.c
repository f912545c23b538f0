/* SPDX-License-Identifier: Apache-2.0 */
/* What can be done next, and doing it. */
#include <string.h>

#include "sim/explore/actor.h"
#include "sim/chip/host.h"

enum {
	EARLY = 2
};

struct stepwise stepwise;
struct actor *actors;

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

bool stepwise_retry(uint32_t rank)
{
	return actors[rank].next.kind == VISIBLE_RELAX;
}

void stepwise_let(uint32_t rank)
{
	actors[rank].let = true;
}

bool stepwise_early(uint32_t rank)
{
	return stepwise.any_time && actors[rank].dues < EARLY;
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

static struct packet *on_way(const struct core *core, uint32_t i)
{
	return &core->way[(core->way_first + i) % core->way_size];
}

/* The oldest write to that core, or any. */
const struct packet *actor_first_to(const struct core *core, uint32_t rank)
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
		return !actor_first_to(core, actor->next.rank);
	case VISIBLE_ROOM:
		return core->way_count < core->way_size;
	case VISIBLE_SLEEP:
		return core->cpu->irq_next != SIM_NEVER;
	case VISIBLE_RELAX:
		return retry_may(actor);
	case VISIBLE_BEGIN:
	case VISIBLE_DONE:
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
		return what->deadline != SIM_NEVER &&
		       actor->next.kind != VISIBLE_DONE;
	default:
		packet = actor_first_to(core, choice % engine.count);
		if (packet) {
			*what = visible_landing(packet, rank);
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
		return (uint32_t)actor_first_to(&engine.cores[rank],
						choice % engine.count)
			->call;
	default:
		return NO_STEP;
	}
}

void actor_due(struct core *core)
{
	struct actor *actor = &actors[core->rank];
	uint64_t at = due(actor);

	actor->dues++;
	core->cpu->clock = later(core->cpu->clock, at);
	actor->stopped = core->cpu->clock; /* it has not computed meanwhile */
	if (at == actor->timer) {
		actor->timer = SIM_NEVER;
		irq_set(core, ARCH_IRQ_TIMER, 0);
		stepwise_pending(core);
	} else {
		actor->late = true;
	}
}

/* The oldest write to that core overtakes those to others. */
static void land_to(struct core *from, uint32_t rank)
{
	struct packet packet;
	uint32_t at = 0;

	while (on_way(from, at)->rank != rank) {
		at++;
	}
	packet = *on_way(from, at);
	for (; at; at--) {
		*on_way(from, at) = *on_way(from, at - 1);
	}
	*on_way(from, 0) = packet;
	memory_land(from);
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
		actor_due(core);
		return;
	case CHOICE_LAND:
		land_to(core, choice % engine.count);
		return;
	default:
		break;
	}
	coroutine_switch(&engine.host.sp, core->sp);
}
