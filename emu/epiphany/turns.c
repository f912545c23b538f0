// SPDX-License-Identifier: Apache-2.0
/* Power on; then time, and the cores' turns in it. */
#include <signal.h>

#include "emu/common/chance.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/report.h"
#include "emu/epiphany/turns.h"

/* A core alone looks up so often, for signals. */
#define ALONE (UINT64_C(1) << 20)

/* One that is so far ahead of the others is left alone until they have come. */
#define AHEAD 32

/* Clocks that a timer has left from before, at most. */
#define LEFT_OVER 1000

static volatile sig_atomic_t asked_to_stop;

static void on_signal(int number)
{
	(void)number;
	asked_to_stop = 1;
}

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
	signal(SIGTERM, on_signal);
	signal(SIGINT, on_signal);
}

static void latch_all(unsigned n)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		core_latch(&chip.cores[i], n);
	}
}

static void happen(const struct event *event)
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
	case EVENT_RESUME:
		chip_list(&chip.cores[event->core]);
		break;
	default:
		network_arrive(event);
	}
}

/* The next moment at which anything happens. */
static uint64_t soonest(void)
{
	uint64_t now = event_next();

	for (uint32_t i = 0; i < chip.active_count; i++) {
		if (chip.active[i]->clock < now) {
			now = chip.active[i]->clock;
		}
	}
	return now;
}

/* Most of the cores wait for external memory, most of the time. */
static void run_cores(void)
{
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

void turns_run(void)
{
	for (;;) {
		uint64_t turn;

		chip.now = soonest();
		if (chip.now == UINT64_MAX) {
			report_stop(STATUS_DEADLOCK,
				    "deadlock: nothing can happen any more");
		}
		if (chip.now >= chip.limit) {
			report_stop(STATUS_LIMIT, "the limit of clocks");
		}
		if (asked_to_stop) {
			report_stop(STATUS_LIMIT, "asked to stop");
		}
		while (event_next() <= chip.now) {
			struct event event = event_take();

			happen(&event);
		}
		turn = chip.now + (chip.active_count > 1 ? chip.window : ALONE);
		chip.horizon = event_next();
		if (turn < chip.horizon) {
			chip.horizon = turn;
		}
		if (chip.limit < chip.horizon) {
			chip.horizon = chip.limit; /* to stop at that clock */
		}
		run_cores();
	}
}
