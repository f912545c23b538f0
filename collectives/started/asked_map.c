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

static ARCH_COLD uint32_t ask_bytes(uint32_t count, bool lean)
{
	uint32_t bytes = count * ARCH_FLAG_STRIDE;

	return rt_to_line(ASKED_HALVES && lean ? bytes >> 1 : bytes);
}

static ARCH_COLD uint32_t rooms_log2(bool lean)
{
	return lean ? ASKED_ROOMS_LEAN_LOG2 : ASKED_ROOMS_LOG2;
}

static ARCH_COLD uint32_t word_bytes(bool lean)
{
	return rt_to_line((uint32_t)ASKED_BYTES << rooms_log2(lean));
}

/* Of asks, words, and rooms for pieces. */
static ARCH_COLD uint32_t bytes_with(uint32_t count, bool lean, uint32_t piece)
{
	return ask_bytes(count, lean) + word_bytes(lean) +
	       (piece << rooms_log2(lean));
}

static ARCH_COLD void asked_map_place_in(struct asked *a, struct team team,
					 uint32_t offset, uint32_t epoch,
					 bool lean)
{
	a->team = team;
	a->lean = lean;
	a->rooms_log2 = rooms_log2(lean);
	a->asks = offset;
	a->words = offset + ask_bytes(arch_count(), lean);
	a->rooms = a->words + word_bytes(lean);
	a->begun = a->received = a->ended = epoch;
	a->next = asked_teams;
	asked_teams = a;
}

uint32_t asked_bytes(uint32_t count, bool lean)
{
	return fits(count, TEAM_ASKS)
		       ? bytes_with(count, lean, piece_bytes(TEAM_PIECE))
		       : 0;
}

void asked_place(struct asked *a, struct team team, uint32_t offset,
		 uint32_t epoch, bool lean)
{
	uint32_t bytes = asked_bytes(arch_count(), lean);
	arch_irq_state state;

	/* Whatever other words begin with: nobody has asked. */
	for (uint32_t i = 0; i < bytes; i += sizeof(uint32_t)) {
		arch_flag_write(arch_rank(), offset + i, 0);
	}
	a->piece = bytes > 0 ? piece_bytes(TEAM_PIECE) : 0;
	state = arch_irq_save();
	asked_map_place_in(a, team, offset, epoch, lean);
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
static ARCH_COLD uint32_t world_piece(uint32_t count, uint32_t bytes, bool lean)
{
	uint32_t piece = piece_bytes(WORLD_PIECE);

	while (piece > PIECE_LEAST && bytes_with(count, lean, piece) > bytes) {
		piece >>= 1;
	}
	return piece;
}

static ARCH_COLD bool is_lean(uint32_t count, uint32_t bytes)
{
	return bytes <
	       bytes_with(count, false, world_piece(count, bytes, false));
}

static ARCH_COLD uint32_t asked_map_bytes(const struct rt_run *run,
					  uint32_t offered)
{
	uint32_t count = run->count;
	bool lean = is_lean(count, offered);

	return fits(count, WORLD_ASKS)
		       ? bytes_with(count, lean,
				    world_piece(count, offered, lean))
		       : 0;
}

static ARCH_COLD void asked_map_place(const struct rt_run *run, uint32_t offset,
				      uint32_t size)
{
	struct asked *a = &asked_world;
	bool lean = is_lean(run->count, size);

	a->piece = size > 0 ? world_piece(run->count, size, lean) : 0;
	asked_map_place_in(a, team_world(), offset, run->epoch, lean);
}

static bool all_ended(void *what)
{
	const struct asked *a = what;

	return a->ended == a->begun;
}

/* Whatever this core has started and not waited for. */
static ARCH_COLD void asked_map_finish(void)
{
	for (struct asked *a = asked_teams; a; a = a->next) {
		started_await(all_ended, a, asked_whom, a, ARCH_NEVER,
			      "a started collective, at the end");
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "asked",
	.bytes = asked_map_bytes,
	.placed = asked_map_place,
	.round = asked_round,
	.finish = asked_map_finish,
};
RT_PART_DEALT(part);
