/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/calls.h"
#include "sim/chip/core.h"
#include "sim/chip/fault.h"
#include "sim/chip/engine.h"
#include "sim/chip/still.h"

#include <weft/fiber.h>

#define MASKED_AHEAD UINT64_C(1000000000) /* 1 ms */

struct engine engine;

static uint32_t slot(const struct core *core, enum slot_kind kind)
{
	return core->rank * SLOT_KINDS + kind;
}

/* The cores' come first, then the servers', then the others. */
static uint32_t first_event(void)
{
	return engine.count * SLOT_KINDS +
	       (uint32_t)(engine.profile.mesh_x * engine.profile.mesh_y) + 1;
}

uint32_t engine_add_event(engine_event *act)
{
	engine.event[engine.events] = act;
	return first_event() + engine.events++;
}

bool engine_event_due(void)
{
	for (uint32_t i = 0; i < engine.events; i++) {
		if (engine.heap.place[first_event() + i] != HEAP_OUT) {
			return true;
		}
	}
	return false;
}

uint32_t engine_slots(void)
{
	return first_event() + ENGINE_EVENTS;
}

/*
 * Handle events in order until it is `self`'s turn; other cores are switched to
 * directly, and whoever runs then goes on handling events when it yields.
 */
static void dispatch(struct core *self)
{
	for (;;) {
		struct heap_entry event;
		struct core *core;

		if (heap_empty(&engine.heap)) {
			report_deadlock();
		}
		event = heap_pop(&engine.heap);
		engine.now = event.time;
		if (event.time > engine.limit) {
			report_limit(NULL);
		}
		still_look(event.time);
		if (event.slot >= first_event()) {
			engine.event[event.slot - first_event()](event.time);
			continue;
		}
		if (event.slot >= engine.count * SLOT_KINDS) {
			bus_turn(&engine.servers[event.slot -
						 engine.count * SLOT_KINDS],
				 event.time);
			continue;
		}
		core = &engine.cores[event.slot / SLOT_KINDS];
		if (event.slot % SLOT_KINDS == SLOT_LAND) {
			memory_land(core);
			continue;
		}
		if (event.slot % SLOT_KINDS == SLOT_BUS) {
			bus_arrive(core, event.time);
			continue;
		}
		if (core->stopped) {
			continue;
		}
		if (core->paused > event.time) {
			core->cpu->clock =
				later(core->cpu->clock, core->paused);
			engine_wake(core, core->paused,
				    later(core->resume, core->paused));
			continue;
		}
		if (core != self) {
			engine.current = core;
			coroutine_switch(&self->sp, core->sp);
			calls_answer(self);
		}
		return;
	}
}

/*
 * A fiber's stack is memory like any other: nothing stops who uses more than that, so it
 * is stopped here, while there is still room for what the engine does.
 */
static void check_stack(struct core *core)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);

	if (core->fiber && *core->fiber && (*core->fiber)->top &&
	    !core->faulted && core_stack_left(core, here) < STACK_ROOM) {
		fault_stack(core, here);
	}
}

/*
 * How far beyond the next event a core may run before it must look again.  Two things
 * can meet it on private work: an interrupt, which takes at least the profile's
 * latency from that event, and a pause, which is itself an event of a fault's.  A core
 * that masks interrupts and has no fault before it may run far ahead, but not for
 * ever: a loop without an end may wait for another core to end the run.
 */
static uint64_t ahead(bool masked)
{
	return masked && !engine_event_due() ? MASKED_AHEAD
					     : engine.profile.irq;
}

static uint64_t horizon_of(const struct core *core, bool masked)
{
	uint64_t next = heap_next(&engine.heap);
	uint64_t horizon =
		earlier(earlier(engine.limit, core->pace_at), still_next());

	if (next < horizon) {
		horizon = earlier(horizon, next + ahead(masked));
	}
	if (!masked) {
		horizon = earlier(horizon, core->cpu->irq_next);
	}
	return earlier(horizon, core->look_at);
}

/* How far this core may run before it must look again. */
void engine_horizon(struct core *core)
{
	struct sim_cpu *cpu = core->cpu;

	check_stack(core);
	if (player) {
		player->horizon(core);
		return;
	}
	if (cpu->clock >= core->pace_at) {
		conditions->pace(core);
	}
	cpu->open_horizon = horizon_of(core, false);
	cpu->horizon = cpu->masked ? horizon_of(core, true) : cpu->open_horizon;
}

static void take_turn(struct core *core)
{
	heap_set(&engine.heap, slot(core, SLOT_RUN), core->cpu->clock);
	dispatch(core);
}

void engine_yield(struct core *core)
{
	take_turn(core);
	engine_horizon(core);
}

void engine_sync(struct core *core)
{
	if (!player && heap_next(&engine.heap) <= core->cpu->clock) {
		engine_yield(core);
	}
}

void engine_wake(struct core *core, uint64_t time, uint64_t clock)
{
	core->resume = clock;
	heap_set(&engine.heap, slot(core, SLOT_RUN), time);
}

void engine_block(struct core *core, uint64_t until)
{
	core->resume = until;
	if (until != SIM_NEVER) {
		heap_set(&engine.heap, slot(core, SLOT_RUN), until);
	}
	dispatch(core);
	core->cpu->clock = later(core->cpu->clock, core->resume);
	engine_horizon(core);
}

void engine_tick(void)
{
	struct core *core = engine.current;

	if (player) {
		player->tick();
		return;
	}
	for (;;) {
		irq_take(core);
		if (core->cpu->clock >= engine.limit) {
			report_limit(NULL);
		}
		still_look(core->cpu->clock);
		if (heap_next(&engine.heap) > core->cpu->clock ||
		    heap_next(&engine.heap) + ahead(core->cpu->masked) >
			    core->cpu->clock) {
			break;
		}
		take_turn(core);
	}
	engine_horizon(core);
}

/* xorshift64*; each core has its own stream. */
uint64_t engine_random(struct core *core, uint64_t most)
{
	uint64_t x = core->random;

	if (!most) {
		return 0;
	}
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	core->random = x;
	x = ((x * 2685821657736338717u) >> 32) * (most + 1) >> 32;
	return mode_drawn ? mode_drawn(core->rank, core->draws++, x) : x;
}

void engine_run(void)
{
	dispatch(&engine.host);
	__builtin_unreachable();
}
