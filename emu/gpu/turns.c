// SPDX-License-Identifier: Apache-2.0
/*
 * Time: all cores run up to the same clock, then what they hold back and is due reaches
 * L2; and so on.  The host looks after so many clocks, so that a run repeats exactly.
 */
#include "emu/common/chance.h"
#include "emu/common/turns.h"
#include "emu/gpu/chip.h"
#include "host/host.h"

enum {
	LOOK_EACH = 20000 /* clocks */
};

static void (*host_look)(void);
static uint64_t look_next;

static uint64_t event_next(void)
{
	return look_next;
}

static void happen(void)
{
	look_next += LOOK_EACH;
	host_look(); /* at the end it does not return */
}

static uint64_t core_next(void)
{
	uint64_t next = UINT64_MAX;

	for (uint32_t i = 0; i < chip.count; i++) {
		const struct core *core = &chip.cores[i];

		if (!core->ended && core->clock < next) {
			next = core->clock;
		}
	}
	return next;
}

static void run(void)
{
	uint64_t end = chip.now + 1 +
		       (chip.seed ? chance_below(&chip.chance, T_WINDOW)
				  : T_WINDOW - 1);

	for (uint32_t i = 0; i < chip.count; i++) {
		struct core *core = &chip.cores[i];

		memory_settle(core, chip.now);
		if (!core->ended) {
			core_run(core, end);
		}
	}
}

static void stop(int status, const char *why)
{
	report_stats(); /* die calls no handler of exit */
	die(status, "%s", why);
}

_Noreturn void turns_run(void (*look)(void))
{
	static const struct turns turns = {
		.now = &chip.now,
		.limit = &chip.limit,
		.event_next = event_next,
		.core_next = core_next,
		.happen = happen,
		.run = run,
		.stop = stop,
	};

	host_look = look;
	look_next = LOOK_EACH;
	turns_loop(&turns);
}
