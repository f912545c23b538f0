/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes that nobody acknowledges: the next one may leave `posted` later, and each
 * lands when it has gone its way; in order per target, under a seed some time
 * after that.  Strict and fast memory only.
 */
#include "sim/chip/coherent.h"

void memory_post(struct core *core)
{
	struct packet *buffer = &core->combining;
	const struct core *window = &engine.cores[buffer->rank];
	struct home home = coherent_home(window, buffer->line);
	bool own = engine.profile.own && coherent_near(core, window, home);
	uint64_t lands;

	memory_make_room(core);
	core->cpu->clock += engine.profile.posted;
	lands = core->cpu->clock;
	if (!own) {
		lands += engine.profile.store + one_way(core, home.at);
	}
	if (engine.detour && engine_random(core, 3) == 0) {
		lands += engine_random(core, engine.detour);
	}
	for (uint32_t i = 0; i < core->way_count; i++) {
		struct packet *before = memory_on_way(core, i);

		if (before->rank == buffer->rank) {
			lands = later(lands, before->lands);
		}
	}
	memory_delay(core, buffer, lands);
	buffer->mask = 0;
	engine_horizon(core);
}
