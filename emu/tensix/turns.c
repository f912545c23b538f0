// SPDX-License-Identifier: Apache-2.0
/* Time, and the cores' turns in it. */
#include "emu/tensix/turns.h"

#include <signal.h>

#include "emu/tensix/devices.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/poll.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

static volatile sig_atomic_t asked_to_stop;

static void on_signal(int number)
{
	(void)number;
	asked_to_stop = 1;
}

void chip_list(struct core *core)
{
	if (core->state == CORE_RUNS && !core->listed) {
		core->listed = true;
		chip.active[chip.active_count++] = core;
	}
}

static void resume(const struct event *event)
{
	if (event->core->state == CORE_POLLS) {
		poll_alarm(event->core, event->time);
	}
}

static void happen(const struct event *event)
{
	switch ((enum event_kind)event->kind) {
	case EVENT_DEVICE:
		chip.event_pc = event->core->asked_at = event->pc;
		device_write(event->core, event->tile, event->address,
			     event->value);
		chip.event_pc = 0;
		break;
	case EVENT_HOST:
		host_look(event->tile);
		break;
	case EVENT_RESUME:
		resume(event);
		break;
	case EVENT_START:
		tile_reset(event->tile, RESET_ALL & ~(uint32_t)RESET_B);
		break;
	default:
		network_event(event);
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

static void run_cores(void)
{
	for (uint32_t i = 0; i < chip.active_count;) {
		struct core *core = chip.active[i];

		core_run(core);
		if (core->state == CORE_RUNS) {
			i++;
			continue;
		}
		core->listed = false;
		chip.active[i] = chip.active[--chip.active_count];
	}
}

void turns_run(void)
{
	signal(SIGTERM, on_signal);
	signal(SIGINT, on_signal);
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
		turn = chip.now + T_WINDOW;
		chip.horizon = event_next();
		if (turn < chip.horizon) {
			chip.horizon = turn;
		}
		run_cores();
	}
}
