/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting until what has left a core has landed. */
#include "sim/chip/engine.h"

static void drain(void)
{
	struct core *core = engine.current;

	bus_claim(core);
	core->cpu->clock = later(core->cpu->clock, core->landed);
	if (engine.profile.coherent) {
		/* The next read may be no transaction; so what lands now, has. */
		core->cpu->clock++;
		engine_sync(core);
	}
}

/* Strict memory keeps no account by target: it waits for all. */
static void drain_one(uint32_t rank, bool flags)
{
	struct core *core = engine.current;

	if (!core->relaxed) {
		drain();
		return;
	}
	bus_claim(core);
	core->cpu->clock =
		later(core->cpu->clock, relaxed_landed(core, rank, flags));
}

static void drain_to(uint32_t rank)
{
	drain_one(rank, false);
}

static void drain_flags(uint32_t rank)
{
	drain_one(rank, true);
}

void drain_ops(struct sim_host *host)
{
	host->drain = drain;
	host->drain_to = drain_to;
	host->drain_flags = drain_flags;
}
