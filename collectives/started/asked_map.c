/* SPDX-License-Identifier: Apache-2.0 */
/* The words and rooms of started collectives of blocks (asked.h). */
#include "collectives/started/asked_map.h"
#include "collectives/started/request.h"
#include "topology/arith.h"

enum {
	/* Of the window, log2: all asks at most, and a piece. */
	WORLD_ASKS = 3,
	WORLD_PIECE = 5,
	TEAM_ASKS = 4,
	TEAM_PIECE = 8,
	PIECE_MOST = 512,
	PIECE_LEAST = 64, /* of the world's, and no element is longer */
};

struct asked asked_world;
struct asked *asked_teams;

static ARCH_COLD uint32_t to_line(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static ARCH_COLD uint32_t piece_bytes(uint32_t share)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> share;
	uint32_t bytes = ARCH_LINE < 32 ? 32 : ARCH_LINE;

	while (bytes < PIECE_MOST && bytes * 2 <= most) {
		bytes *= 2;
	}
	return bytes;
}

static ARCH_COLD bool fits(uint32_t count, uint32_t share)
{
	return count <= ASKED_CORES &&
	       count <= (arch_window_bytes(ARCH_WINDOW_MPB) >> share) /
				(uint32_t)ASKED_BYTES;
}

/* Of asks, words, and rooms for pieces. */
static ARCH_COLD uint32_t bytes_with(uint32_t count, uint32_t piece)
{
	return to_line(count * ASKED_BYTES) +
	       to_line(ASKED_ROOMS * ASKED_BYTES) + ASKED_ROOMS * piece;
}

static ARCH_COLD void place_in(struct asked *a, struct team team,
			       uint32_t offset, uint32_t epoch)
{
	a->team = team;
	a->asks = offset;
	a->words = offset + to_line(arch_count() * ASKED_BYTES);
	a->rooms = a->words + to_line(ASKED_ROOMS * ASKED_BYTES);
	a->begun = a->received = a->ended = epoch;
	a->next = asked_teams;
	asked_teams = a;
}

uint32_t asked_bytes(uint32_t count)
{
	return fits(count, TEAM_ASKS)
		       ? bytes_with(count, piece_bytes(TEAM_PIECE))
		       : 0;
}

void asked_place(struct asked *a, struct team team, uint32_t offset,
		 uint32_t epoch)
{
	uint32_t bytes = asked_bytes(arch_count());
	arch_irq_state state;

	/* Whatever other words begin with: nobody has asked. */
	for (uint32_t i = 0; i < bytes; i += sizeof(uint32_t)) {
		arch_flag_write(arch_rank(), offset + i, 0);
	}
	a->piece = bytes > 0 ? piece_bytes(TEAM_PIECE) : 0;
	state = arch_irq_save();
	place_in(a, team, offset, epoch);
	arch_irq_restore(state);
}

void asked_free(struct asked *a)
{
	arch_irq_state state = arch_irq_save();
	struct asked **link = &asked_teams;

	while (*link != a) {
		link = &(*link)->next;
	}
	*link = a->next;
	arch_irq_restore(state);
}

/* The longest pieces that these bytes have room for, if not too long. */
static ARCH_COLD uint32_t world_piece(uint32_t count, uint32_t bytes)
{
	uint32_t piece = piece_bytes(WORLD_PIECE);

	while (piece > PIECE_LEAST && bytes_with(count, piece) > bytes) {
		piece >>= 1;
	}
	return piece;
}

static ARCH_COLD uint32_t bytes(const struct rt_run *run, uint32_t offered)
{
	uint32_t count = run->count;

	return fits(count, WORLD_ASKS)
		       ? bytes_with(count, world_piece(count, offered))
		       : 0;
}

static ARCH_COLD void place(const struct rt_run *run, uint32_t offset,
			    uint32_t size)
{
	struct asked *a = &asked_world;

	a->piece = size > 0 ? world_piece(run->count, size) : 0;
	place_in(a, team_world(), offset, run->epoch);
}

static bool all_ended(void *what)
{
	const struct asked *a = what;

	return a->ended == a->begun;
}

/* Whatever this core has started and not waited for. */
static ARCH_COLD void finish(void)
{
	for (struct asked *a = asked_teams; a; a = a->next) {
		started_await(all_ended, a, asked_whom, a, ARCH_NEVER,
			      "a started collective, at the end");
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "asked",
	.bytes = bytes,
	.placed = place,
	.round = asked_round,
	.finish = finish,
};
RT_PART_DEALT(part);
