// SPDX-License-Identifier: Apache-2.0
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"

enum {
	MODE_OFF = 0,
	MODE_CLOCK = 1,
	MODE_IDLE = 2,
	MODE_IALU = 4,
	MODE_FPU = 5,
	MODE_STALLS = 8,
	MODE_REMOTE_STALLS = 13,
	TIMER_SHIFT = 4, /* in CONFIG, 4 bits each */
	TIMER_INTERRUPT = 3,
};

/* What the mode counts, so far. */
static uint64_t counted(const struct core *core, unsigned mode)
{
	uint64_t now = core_now(core);

	switch (mode) {
	case MODE_CLOCK:
		return now;
	case MODE_IDLE:
		return core->idle_clocks +
		       (core->state == CORE_IDLE && now > core->idle_since
				? now - core->idle_since
				: 0);
	case MODE_IALU:
		return core->ialu;
	case MODE_FPU:
		return core->fpu;
	case MODE_STALLS:
		return core->stalls;
	case MODE_REMOTE_STALLS:
		return core->remote_stalls;
	default:
		return 0;
	}
}

static bool wraps(const struct core *core)
{
	return chip.model == MODEL_E64 && (core->config & CONFIG_TIMER_WRAP);
}

uint32_t timer_read(const struct core *core, unsigned index)
{
	const struct timer *t = &core->timers[index];
	uint64_t gone = counted(core, t->mode) - t->since;

	return gone <= t->value || wraps(core) ? t->value - (uint32_t)gone : 0;
}

/* An event for its end, where that can be told ahead. */
static void arm(struct core *core, unsigned index)
{
	struct timer *t = &core->timers[index];

	t->generation++;
	if (!t->value || (t->mode != MODE_CLOCK &&
			  (t->mode != MODE_IDLE || core->state != CORE_IDLE))) {
		return;
	}
	event_add((struct event){
		.kind = EVENT_TIMER,
		.time = core_now(core) + t->value,
		.core = (int32_t)core->index,
		.unit = (uint8_t)index,
		.generation = t->generation,
	});
}

static void set(struct core *core, unsigned index, unsigned mode,
		uint32_t value)
{
	struct timer *t = &core->timers[index];

	t->value = value;
	t->mode = mode;
	t->since = counted(core, mode);
	arm(core, index);
}

static void clear_mode(struct core *core, unsigned index)
{
	core->config &= ~(15u << (TIMER_SHIFT + 4 * index));
}

void timer_write(struct core *core, unsigned index, uint32_t value)
{
	clear_mode(core, index);
	set(core, index, MODE_OFF, value);
	core_look(core);
}

void timers_configure(struct core *core)
{
	for (unsigned i = 0; i < 2; i++) {
		unsigned mode = core->config >> (TIMER_SHIFT + 4 * i) & 15;
		const unsigned known = 1u << MODE_OFF | 1u << MODE_CLOCK |
				       1u << MODE_IDLE | 1u << MODE_IALU |
				       1u << MODE_FPU | 1u << MODE_STALLS |
				       1u << MODE_REMOTE_STALLS;

		if (!(known >> mode & 1)) {
			core_die(core, "CTIMER%u: mode %u is not modelled", i,
				 mode);
		}
		if (mode != core->timers[i].mode) {
			set(core, i, mode, timer_read(core, i));
		}
	}
}

static bool needs_step(const struct timer *t)
{
	return t->value && t->mode > MODE_IDLE;
}

bool timers_step(const struct core *core)
{
	return needs_step(&core->timers[0]) || needs_step(&core->timers[1]);
}

static void expire(struct core *core, unsigned index)
{
	struct timer *t = &core->timers[index];

	set(core, index, t->mode, wraps(core) ? UINT32_MAX : 0);
	core_latch(core, TIMER_INTERRUPT + index);
}

void timers_look(struct core *core)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct timer *t = &core->timers[i];

		if (needs_step(t) &&
		    counted(core, t->mode) - t->since >= t->value) {
			expire(core, i);
		}
	}
}

void timers_idle(struct core *core)
{
	for (unsigned i = 0; i < 2; i++) {
		if (core->timers[i].mode == MODE_IDLE) {
			set(core, i, MODE_IDLE, timer_read(core, i));
		}
	}
}

void timer_event(struct core *core, unsigned index, uint32_t generation)
{
	if (generation == core->timers[index].generation) {
		expire(core, index);
	}
}
