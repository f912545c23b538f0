// SPDX-License-Identifier: Apache-2.0
/* Time, and the cores' turns in it. */
#include <signal.h>

#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/report.h"

struct chip chip = {
	.rows = 4,
	.columns = 4,
	.origin = 0x808,
	.sram_bytes = 0x8000,
	.external_base = 0x8e000000,
	.delay = 200,
	.window = 2,
	.limit = UINT64_MAX,
};

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

static uint64_t mixed(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return (x ^ (x >> 31)) | 1;
}

uint32_t chip_random(uint32_t limit)
{
	chip.random ^= chip.random << 13;
	chip.random ^= chip.random >> 7;
	chip.random ^= chip.random << 17;
	return (uint32_t)((chip.random >> 32) * limit >> 32);
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

void chip_create(void)
{
	chip.count = chip.rows * chip.columns;
	chip.random = mixed(chip.seed);
	chip.cores = host_reserve(chip.count * sizeof(*chip.cores));
	chip.active = host_reserve(chip.count * sizeof(*chip.active));
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

int chip_target(const struct core *from, uint32_t address, uint32_t *offset)
{
	*offset = address - chip.external_base;
	if (*offset < chip.external.size) {
		return TARGET_EXTERNAL;
	}
	*offset = address % LOCAL_BYTES;
	return address < LOCAL_BYTES ? (int)from->index
				     : chip.index_of[address / LOCAL_BYTES];
}

static void list(struct core *core)
{
	if (core->state == CORE_RUNS && !core->listed) {
		core->listed = true;
		chip.active[chip.active_count++] = core;
	}
}

void chip_wake(struct core *core, uint64_t clock)
{
	if (core->clock < clock) {
		core->clock = clock;
	}
	if (core->state == CORE_IDLE) {
		core->idle_clocks += core->clock - core->idle_since;
	}
	core->state = CORE_RUNS;
	timers_idle(core);
	core_look(core);
	list(core);
}

/* An AND over wires: interrupt 8 everywhere, once it has become high. */
void chip_wand(struct core *core, bool set)
{
	if (set == !!(core->status & ST_WAND)) {
		return;
	}
	core->status ^= ST_WAND;
	chip.wand_count += set ? 1 : UINT32_MAX;
	if (chip.wand_count == chip.count) {
		event_add((struct event){
			.kind = EVENT_WAND,
			.time = core_now(core) +
				3 * (chip.rows + chip.columns) / 2,
		});
	}
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
		list(&chip.cores[event->core]);
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

void chip_run(void)
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
		run_cores();
	}
}

void chip_core_ends(struct core *core)
{
	int status = 0;

	core_leave(core, CORE_ENDED);
	if (++chip.ended < chip.started) {
		return;
	}
	for (uint32_t i = 0; i < chip.count && !status; i++) {
		status = chip.cores[i].exit_status;
	}
	report_end(status);
}
