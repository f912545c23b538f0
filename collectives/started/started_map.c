/* SPDX-License-Identifier: Apache-2.0 */
/* The words and values of started collectives (started.h). */
#include "collectives/started/request.h"
#include "collectives/started/started_map.h"
#include "topology/arith.h"
#include "topology/binomial.h"

enum {
	WORLD_SHARE = 3, /* of a window, log2, that values may take */
	TEAM_SHARE = 5,
	LEAST_FITS = sizeof(uint64_t),
};

struct started started_world;
struct started *started_teams;

/* Places of a value: each edge's below me, and the result's. */
static ARCH_COLD uint32_t places(uint32_t count)
{
	return arith_log2_ceil(count) + 1;
}

static ARCH_COLD uint32_t value_bytes(uint32_t count, struct started_room room)
{
	return arith_mul(places(count), arith_mul(room.fits, room.depth));
}

static ARCH_COLD uint32_t flag_bytes(uint32_t count)
{
	return rt_to_line(rt_flag_bytes(places(count)));
}

/* What values may have of so many bytes, as long as they can be; the least, if it is less. */
static ARCH_COLD struct started_room room_in(uint32_t count, uint32_t bytes)
{
	struct started_room room = {STARTED_BYTES, WEFT_STARTED_MOST};

	while (room.fits > LEAST_FITS && value_bytes(count, room) > bytes) {
		room.fits >>= 1;
	}
	if (value_bytes(count, room) > bytes) {
		room.depth = 1;
	}
	return room;
}

static ARCH_COLD uint32_t share(uint32_t log2)
{
	return arch_window_bytes(ARCH_WINDOW_MPB) >> log2;
}

static ARCH_COLD void started_map_place_in(struct started *s, struct team team,
					   uint32_t offset, uint32_t epoch)
{
	s->team = team;
	s->edges = binomial_edge(team.me, team.size);
	s->flags = offset;
	s->values = offset + flag_bytes(team.size);
	s->begun = s->told = s->ended = epoch;
	s->next = started_teams;
	started_teams = s;
}

static ARCH_COLD struct started_room team_room(uint32_t count, bool lean)
{
	return room_in(count, lean ? 0 : share(TEAM_SHARE));
}

uint32_t started_bytes(uint32_t count, bool lean)
{
	return flag_bytes(count) + value_bytes(count, team_room(count, lean));
}

void started_place(struct started *s, struct team team, uint32_t offset,
		   uint32_t epoch, bool lean)
{
	arch_irq_state state = arch_irq_save();

	s->room = team_room(arch_count(), lean);
	started_map_place_in(s, team, offset, epoch);
	arch_irq_restore(state);
}

void started_free(struct started *s)
{
	arch_irq_state state = arch_irq_save();
	struct started **link = &started_teams;

	while (*link != s) {
		link = &(*link)->next;
	}
	*link = s->next;
	arch_irq_restore(state);
}

/* Of the whole team's bytes. */
static ARCH_COLD struct started_room world_room(uint32_t count, uint32_t bytes)
{
	uint32_t most = share(WORLD_SHARE), flags = flag_bytes(count);

	bytes = bytes > flags ? bytes - flags : 0;
	return room_in(count, bytes < most ? bytes : most);
}

static ARCH_COLD uint32_t started_map_bytes(const struct rt_run *run,
					    uint32_t offered)
{
	return flag_bytes(run->count) +
	       value_bytes(run->count, world_room(run->count, offered));
}

static ARCH_COLD void started_map_place(const struct rt_run *run,
					uint32_t offset, uint32_t size)
{
	struct started *s = &started_world;

	s->room = world_room(run->count, size);
	started_map_place_in(s, team_world(), offset, run->epoch);
	if (run->epoch != 0) {
		rt_flags_preset(s->flags, places(run->count), run->epoch);
	}
}

static bool all_ended(void *what)
{
	const struct started *s = what;

	return s->ended == s->begun;
}

/* Whatever this core has started and not waited for. */
static ARCH_COLD void started_map_finish(void)
{
	for (struct started *s = started_teams; s; s = s->next) {
		started_await(all_ended, s, started_whom_of, s, ARCH_NEVER,
			      "a started collective, at the end");
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "started",
	.bytes = started_map_bytes,
	.placed = started_map_place,
	.round = started_round,
	.finish = started_map_finish,
};
RT_PART_DEALT(part);
