/* SPDX-License-Identifier: Apache-2.0 */
/* How a line that has left a core lands in a window, now or later. */
#include <string.h>

#include "sim/chip/engine.h"

void memory_copy_masked(uint8_t *to, const struct packet *packet)
{
	uint64_t mask = packet->mask;

	while (mask) {
		unsigned from = (unsigned)__builtin_ctzll(mask);
		uint64_t rest = ~(mask >> from);
		unsigned n = rest ? (unsigned)__builtin_ctzll(rest) : 64;

		memcpy(to + from, packet->bytes + from, n);
		mask &= ~packet_mask(from, n);
	}
}

static void place(struct core *from, const struct packet *packet, uint64_t time)
{
	struct core *window = &engine.cores[packet->rank];

	if (window->relaxed) {
		relaxed_replace(window, packet->line, time);
	}
	memory_copy_masked(window->window +
				   packet->line * engine.profile.line_bytes,
			   packet);
	modes_landed(window, packet, time);
	if (modes_listen) {
		struct visible what = visible_landing(packet, from->rank);

		modes_after(&what, time);
	}
	engine.landings++;
	if (engine.profile.coherent && from->l1) {
		memory_landed(from, packet);
	}
	window->written[packet->line] = engine.landings;
	if (window->watchers) {
		await_written(window, packet->line, time);
	}
}

/* The first packet on its longer way from this core has come to its window. */
void memory_land(struct core *from)
{
	struct packet *packet = &from->way[from->way_first];

	from->way_first = (from->way_first + 1) % from->way_size;
	if (--from->way_count) {
		heap_set(&engine.heap, from->rank * SLOT_KINDS + SLOT_LAND,
			 from->way[from->way_first].lands);
	}
	place(from, packet, packet->lands);
}

struct packet *memory_on_way(struct core *core, uint32_t i)
{
	return &core->way[(core->way_first + i) % core->way_size];
}

/* Keep them by time of landing; nearly always the new one is the last. */
void memory_delay(struct core *core, const struct packet *packet,
		  uint64_t lands)
{
	uint32_t at = core->way_count++;

	for (; at && memory_on_way(core, at - 1)->lands > lands; at--) {
		*memory_on_way(core, at) = *memory_on_way(core, at - 1);
	}
	*memory_on_way(core, at) = *packet;
	memory_on_way(core, at)->lands = lands;
	core->landed = later(core->landed, lands);
	if (at == 0) {
		heap_set(&engine.heap, core->rank * SLOT_KINDS + SLOT_LAND,
			 lands);
	}
}

/*
 * The packet that has left is acknowledged, and lands.  Under a seed some take
 * a longer way from here, after which their sender is not held up: only those
 * to the same core stay in order (rules (a) and (d)).
 */
void memory_arrive(struct core *core, uint64_t time)
{
	uint64_t lands = time;
	bool direct = true;

	if (core->relaxed) {
		relaxed_land(core, time);
		return;
	}
	if (player && engine.strict) {
		core->leaving.call = player->step();
		memory_delay(core, &core->leaving, time);
		return;
	}
	if (engine.detour && engine_random(core, 3) == 0) {
		lands += engine_random(core, engine.detour);
		direct = false;
	}
	for (uint32_t i = 0; i < core->way_count; i++) {
		if (memory_on_way(core, i)->rank == core->leaving.rank) {
			lands = later(lands, memory_on_way(core, i)->lands);
			direct = false;
		}
	}
	if (direct) {
		place(core, &core->leaving, time);
	} else {
		memory_delay(core, &core->leaving, lands);
	}
}
