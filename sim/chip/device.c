/* SPDX-License-Identifier: Apache-2.0 */
/* Test-and-set registers, the console, and the end of a run. */
#include <errno.h>
#include <unistd.h>

#include "sim/chip/chips.h"
#include "sim/chip/engine.h"
#include "sim/chip/host.h"

/* Reach a core's configuration register; returns the way back. */
static uint64_t reach(struct core *core, const struct core *owner, bool clear)
{
	uint64_t way = one_way(core, owner->at);

	chips_same(core, owner);
	if (player) {
		player->tas(core, owner->rank, clear);
	}
	bus_claim(core);
	modes_before(core);
	core->cpu->clock +=
		engine.profile.o_mpb + way + engine_random(core, engine.jitter);
	engine_sync(core);
	if (modes_listen) {
		modes_after(&(struct visible){.kind = clear ? VISIBLE_TAS_CLEAR
							    : VISIBLE_TAS,
					      .core = core->rank,
					      .rank = owner->rank},
			    core->cpu->clock);
	}
	return way;
}

static bool tas(uint32_t rank)
{
	struct core *core = engine.current;
	struct core *owner = &engine.cores[rank];
	uint64_t back = reach(core, owner, false);
	bool taken =
		!owner->tas_taken && !conditions->held(owner, core->cpu->clock);

	if (taken) {
		owner->tas_taken = true;
		owner->tas_by = core->rank;
	}
	core->cpu->clock += back;
	return taken;
}

static void tas_clear(uint32_t rank)
{
	struct core *core = engine.current;
	struct core *owner = &engine.cores[rank];
	uint64_t back = reach(core, owner, true);

	owner->tas_taken = false;
	core->cpu->clock += back;
}

static void console(const char *text, uint64_t n)
{
	struct core *core = engine.current;

	modes_before(core);
	engine_sync(core);
	core->cpu->clock += n * engine.profile.console_byte;
	core->notified = core->cpu->clock;
	while (n) {
		ssize_t done = write(STDOUT_FILENO, text, n);

		if (done < 0 && errno == EINTR) {
			continue;
		}
		if (done < 0) {
			die(STATUS_HOST, "standard output is gone");
		}
		text += done;
		n -= (uint64_t)done;
	}
}

/* In the order of virtual time: what happened before has been said. */
static _Noreturn void stop(enum arch_verdict verdict)
{
	engine_sync(engine.current);
	modes_last();
	if (verdict == ARCH_PANIC) {
		report_waits();
	}
	modes_exit(verdict == ARCH_PASSED ? STATUS_PASS : STATUS_FAIL);
}

void device_ops(struct sim_host *host)
{
	host->tas = tas;
	host->tas_clear = tas_clear;
	host->console = console;
	host->stop = stop;
}
