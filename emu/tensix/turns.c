// SPDX-License-Identifier: Apache-2.0
/* Time, and the cores' turns in it. */
#include "emu/tensix/turns.h"

#include "emu/common/turns.h"
#include "emu/tensix/devices.h"
#include "emu/tensix/ethernet.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/poll.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

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

static void make_happen(const struct event *event)
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
		if (!event->tile->dead) {
			tile_reset(event->tile, RESET_ALL & ~(uint32_t)RESET_B);
		}
		break;
	case EVENT_STOP:
		event->tile->dead = true;
		tile_reset(event->tile, RESET_ALL);
		break;
	case EVENT_PACKET_SEND:
	case EVENT_PACKET_COME:
	case EVENT_PACKET_LAND:
		ethernet_event(event);
		break;
	default:
		network_event(event);
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

static void run_cores(void)
{
	uint64_t end = chip.now + T_WINDOW;

	chip.horizon = event_next();
	if (end < chip.horizon) {
		chip.horizon = end;
	}
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
	turns_catch_signals();
	turns_loop(&turns);
}
