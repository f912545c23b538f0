// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "emu/tensix/chip.h"
#include "emu/tensix/event.h"
#include "emu/tensix/poll.h"
#include "emu/tensix/tile.h"

enum {
	SURE = 3, /* turns alike until we believe it */
	NAP = 64, /* clocks */
};

/* All registers as they were, or by a turn's clocks more or less? */
static bool same(const struct core *core, uint32_t clocks, bool *timed)
{
	*timed = false;
	for (unsigned i = 1; i < R_NOWHERE; i++) {
		uint32_t change = core->r[i] - core->turn.r[i];

		if (!change) {
			continue;
		}
		if (!core->turn.look ||
		    (change != clocks && change != 0u - clocks)) {
			return false;
		}
		*timed = true;
	}
	return true;
}

/*
 * May this turn have looked before a store landed?  The store has stirred the tile when it
 * was made; nothing does when it lands.
 */
static bool missed_store(const struct core *core)
{
	const struct tile *tile = core->tile;

	for (unsigned i = 0; i < CORES; i++) {
		if (tile->cores[i].store_last > core->turn.clock) {
			return true;
		}
	}
	return false;
}

static void keep(struct core *core)
{
	memcpy(core->turn.r, core->r, sizeof(core->r));
	core->turn.clock = core->clock;
	core->turn.insns = core->insns;
}

static void sleep_on(struct core *core, bool timed)
{
	uint64_t polled = core->clock - core->turn.since;

	core->state = CORE_POLLS;
	core->turn.timed = timed;
	core->asleep_until = UINT64_MAX;
	core_look(core);
	if (timed) {
		core->asleep_until = core->clock + NAP + polled / 8;
		event_add(&(struct event){
			.kind = EVENT_RESUME,
			.time = core->asleep_until,
			.core = core,
		});
	}
}

void poll_same(struct core *core)
{
	uint32_t clocks = (uint32_t)(core->clock - core->turn.clock);
	bool timed;

	if (!core->turn.times) {
		core->turn.since = core->clock;
		core->turn.times = 1;
		keep(core);
		return;
	}
	if (!same(core, clocks, &timed)) {
		core->turn.times = 0;
		return;
	}
	if (core->turn.times++ >= SURE && core->turn.clocks == clocks &&
	    !missed_store(core)) {
		core->turn.change_insns = core->insns - core->turn.insns;
		memcpy(core->turn.before, core->turn.r, sizeof(core->r));
		core->turn.look_after =
			core->turn.look ? core->turn.look - core->turn.clock
					: 0;
		sleep_on(core, timed);
	}
	core->turn.clocks = clocks;
	keep(core);
}

/* As many turns more, of which none has seen anything new. */
static void advance(struct core *core, uint64_t turns)
{
	uint64_t clocks = turns * core->turn.clocks;

	for (unsigned i = 1; i < R_NOWHERE; i++) {
		core->r[i] += (uint32_t)turns *
			      (core->turn.r[i] - core->turn.before[i]);
	}
	core->clock += clocks;
	core->insns += turns * core->turn.change_insns;
	core->slept += clocks;
	keep(core);
}

static void wake(struct core *core, uint64_t turns)
{
	advance(core, turns);
	core->state = CORE_RUNS;
	core_look(core);
	chip_list(core);
}

void poll_wake(struct core *core, uint64_t clock)
{
	uint64_t look = core->clock + core->turn.look_after, turns = 0;

	if (clock > look) {
		turns = (clock - look + core->turn.clocks - 1) /
			core->turn.clocks;
	}
	wake(core, turns);
}

void poll_alarm(struct core *core, uint64_t time)
{
	if (core->state == CORE_POLLS && core->asleep_until == time) {
		wake(core, (time - core->clock) / core->turn.clocks);
	}
}
