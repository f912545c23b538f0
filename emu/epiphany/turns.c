// SPDX-License-Identifier: Apache-2.0
/* Power on; then time, and the cores' turns in it. */
#include "emu/common/chance.h"
#include "emu/common/turns.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/report.h"
#include "emu/epiphany/script.h"
#include "emu/epiphany/turns.h"

/* A core alone looks up so often, for signals. */
#define ALONE (UINT64_C(1) << 20)

/* One that is so far ahead of the others is left alone until they have come. */
#define AHEAD 32

/* Clocks that a timer has left from before, at most. */
#define LEFT_OVER 1000

/* SRAM is not cleared at power on: programs must not rely on it. */
static void litter_memory(struct memory *memory)
{
	for (uint32_t i = 0; i < memory->size; i += 4) {
		uint32_t word = chip_random(UINT32_MAX) | 1;

		memcpy(memory->bytes + i, &word, 4);
	}
}

/* Nor are timers: started without a count of their own, they soon run out. */
static void litter_timers(struct core *core)
{
	for (unsigned i = 0; i < 2; i++) {
		timer_write(core, i,
			    1 + memory_read(&core->sram, 4 * i, 2) % LEFT_OVER);
	}
}

void turns_create(void)
{
	chip.count = chip.rows * chip.columns;
	chip.random = chance_begin(chip.seed);
	chip.cores = host_reserve(chip.count * sizeof(*chip.cores), "cores");
	chip.active = host_reserve(chip.count * sizeof(*chip.active), "cores");
	for (uint32_t i = 0; i < ID_COUNT; i++) {
		chip.index_of[i] = TARGET_NONE;
	}
	for (uint32_t i = 0; i < chip.count; i++) {
		struct core *core = &chip.cores[i];

		core->index = i;
		core->id = chip.origin + i / chip.columns * ID_COLUMNS +
			   i % chip.columns;
		chip.index_of[core->id] = (int16_t)i;
		memory_create(&core->sram, chip.sram_bytes);
		litter_memory(&core->sram);
		core_reset(core);
		litter_timers(core);
	}
	turns_catch_signals();
}

static void latch_all(unsigned n)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		core_latch(&chip.cores[i], n);
	}
}

static void make_happen(const struct event *event)
{
	switch (event->kind) {
	case EVENT_DMA_UNIT:
		dma_unit(event);
		break;
	case EVENT_TIMER:
		timer_event(&chip.cores[event->core], event->unit,
			    event->generation);
		break;
	case EVENT_WAND:
		latch_all(8);
		break;
	case EVENT_SYNC:
		latch_all(0);
		break;
	case EVENT_SCRIPT:
		script_go_on();
		break;
	case EVENT_RESUME:
		chip_list(&chip.cores[event->core]);
		break;
	default:
		network_arrive(event);
	}
}

static void happen(void)
{
	struct event event = event_take();

	make_happen(&event);
}

static uint64_t core_next(void)
{
	uint64_t next = UINT64_MAX;

	for (uint32_t i = 0; i < chip.active_count; i++) {
		if (chip.active[i]->clock < next) {
			next = chip.active[i]->clock;
		}
	}
	return next;
}

/* Until when, at most. */
static void set_horizon(void)
{
	uint64_t end = chip.now + (chip.active_count > 1 ? chip.window : ALONE);

	chip.horizon = event_next();
	if (end < chip.horizon) {
		chip.horizon = end;
	}
	if (chip.limit < chip.horizon) {
		chip.horizon = chip.limit; /* to stop at that clock */
	}
}

/* Most of the cores wait for external memory, most of the time. */
static void run_cores(void)
{
	set_horizon();
	for (uint32_t i = 0; i < chip.active_count;) {
		struct core *core = chip.active[i];

		core_run(core);
		if (core->state == CORE_RUNS &&
		    core->clock < chip.horizon + AHEAD) {
			i++;
			continue;
		}
		core->listed = false;
		chip.active[i] = chip.active[--chip.active_count];
		if (core->state == CORE_RUNS) {
			event_add((struct event){
				.kind = EVENT_RESUME,
				.time = core->clock,
				.core = (int32_t)core->index,
			});
		}
	}
}

static const struct turns turns = {
	.now = &chip.now,
	.limit = &chip.limit,
	.event_next = event_next,
	.core_next = core_next,
	.happen = happen,
	.run = run_cores,
	.stop = report_stop,
};

void turns_run(void)
{
	turns_loop(&turns);
}
