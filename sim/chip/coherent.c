/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/coherent.h"

#include <string.h>

struct home coherent_home(const struct core *window, uint32_t line)
{
	const struct profile *p = &engine.profile;
	uint64_t lines = p->window_bytes / p->line_bytes;
	uint64_t tiles = p->mesh_x * p->mesh_y, tile;
	uint32_t hash = (uint32_t)(window->rank * lines + line) * 2654435769u;

	if (!p->hashed) {
		return (struct home){window->at, window->tile};
	}
	tile = hash * tiles >> 32;
	return (struct home){
		{(uint32_t)(tile % p->mesh_x), (uint32_t)(tile / p->mesh_x)},
		&engine.servers[tile],
	};
}

void coherent_forward(struct core *core, uint32_t rank, uint32_t offset,
		      uint8_t *to, uint32_t n)
{
	uint32_t bytes = (uint32_t)engine.profile.line_bytes;

	for (uint32_t i = 0; i <= core->way_count; i++) {
		const struct packet *packet = i < core->way_count
						      ? memory_on_way(core, i)
						      : &core->combining;
		uint64_t mask = packet->mask >> offset % bytes;

		if (packet->rank != rank || packet->line != offset / bytes) {
			continue;
		}
		for (uint32_t j = 0; j < n; j++) {
			if (mask >> j & 1) {
				to[j] = packet->bytes[offset % bytes + j];
			}
		}
	}
}

/* What the core that runs has asked a home to do. */
static struct atomic {
	enum sim_atomic what;
	uint32_t rank, offset, expected, value;
} asked[SIM_CORES_MAX];

/* At the home. */
static void act(struct core *core, uint64_t time)
{
	const struct atomic *a = &asked[core->rank];
	struct core *window = &engine.cores[a->rank];
	uint32_t line = a->offset / (uint32_t)engine.profile.line_bytes;
	uint8_t *at = window->window + a->offset;
	uint32_t was, value = a->value;

	memcpy(&was, at, sizeof(was));
	memcpy(core->read.to, &was, sizeof(was));
	if (a->what == SIM_COMPARE_SWAP && was != a->expected) {
		return;
	}
	value += a->what == SIM_FETCH_ADD ? was : 0;
	memcpy(at, &value, sizeof(value));
	window->written[line] = ++engine.landings;
	if (window->watchers) {
		await_written(window, line, time);
	}
}

/* My earlier writes to that window come before. */
static uint64_t landed_there(struct core *core, uint32_t rank)
{
	uint64_t time = 0;

	for (uint32_t i = 0; i < core->way_count; i++) {
		const struct packet *packet = memory_on_way(core, i);

		time = packet->rank == rank ? later(time, packet->lands) : time;
	}
	return time;
}

static uint32_t atomic(enum sim_atomic what, uint32_t rank, uint32_t offset,
		       uint32_t expected, uint32_t value)
{
	const struct profile *p = &engine.profile;
	const uint64_t times[SIM_ATOMICS] = {p->swap, p->compare_swap,
					     p->fetch_add};
	struct core *core = engine.current;
	struct home home = coherent_home(&engine.cores[rank],
					 offset / (uint32_t)p->line_bytes);
	struct transaction ask = {
		.at = home.at,
		.server = p->contention ? home.server : NULL,
		.port = mesh_port(core->at, home.at),
		.service = p->atomic,
		.included = true,
		.act = act,
	};
	uint32_t was;

	core->host.flush();
	core->cpu->clock = later(core->cpu->clock, landed_there(core, rank));
	core->cpu->clock += times[what] - p->o_mpb;
	asked[core->rank] =
		(struct atomic){what, rank, offset, expected, value};
	core->read.to = &was;
	bus_do(core, &ask);
	return was;
}

void coherent_ops(struct sim_host *host)
{
	host->atomic = atomic;
}
