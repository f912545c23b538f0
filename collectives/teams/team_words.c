/* SPDX-License-Identifier: Apache-2.0 */
/* The room for the words of teams; see collectives/teams/made.h. */
#include "collectives/teams/made.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/text.h"
#include "runtime/variables.h"
#include "topology/arith.h"

#ifndef TEAM_WIDE
#define TEAM_WIDE 1 /* slots that have what all broadcasts of the world have */
#endif

enum {
	USUAL = 4,        /* slots, if nobody has asked for so many */
	MOST = 32,        /* bits of team_free_slots */
	ACROSS_SHARE = 6, /* log2, of a window */
	LEAST_SHIFT =
		4, /* of a window, that the usual slots may take as the least */
};

uint32_t team_free_slots;

/* What the part's bytes are: the same on all cores, since it follows from them alone. */
struct rooms {
	uint32_t slots, bytes; /* of a slot */
	bool lean;             /* with the least for what is started */
	uint32_t exchange;     /* of these, for exchanges */
	uint32_t wide, more;   /* slots, and bytes that they have more */
};

static struct {
	struct rooms has;
	uint32_t offset, epoch;
} room;

/* Weak: teams link no reductions. */
extern __typeof(exchange_bytes) exchange_bytes __attribute__((weak));
extern __typeof(exchange_place) exchange_place __attribute__((weak));

#if ARCH_NODES
extern __typeof(across_bytes) across_bytes __attribute__((weak));
extern __typeof(across_place) across_place __attribute__((weak));
#endif

extern __typeof(started_bytes) started_bytes __attribute__((weak));
extern __typeof(started_place) started_place __attribute__((weak));
extern __typeof(started_free) started_free __attribute__((weak));

extern __typeof(asked_bytes) asked_bytes __attribute__((weak));
extern __typeof(asked_place) asked_place __attribute__((weak));
extern __typeof(asked_free) asked_free __attribute__((weak));

/* Those of an exchange and of what is started begin at a line, and come first. */
static ARCH_COLD uint32_t exchange_room(uint32_t count, uint32_t offered)
{
	return exchange_bytes ? rt_to_line(exchange_bytes(count, offered)) : 0;
}

static ARCH_COLD uint32_t started_room(uint32_t count, bool lean)
{
	return started_bytes ? rt_to_line(started_bytes(count, lean)) : 0;
}

static ARCH_COLD uint32_t started_rooms(uint32_t count, bool lean)
{
	return started_room(count, lean) +
	       (asked_bytes ? asked_bytes(count, lean) : 0);
}

#if ARCH_NODES
/* Of reductions among nodes; its least, and more where lines are long. */
static ARCH_COLD uint32_t across_room(uint32_t count)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> ACROSS_SHARE;

	return across_bytes ? across_bytes(count, most) : 0;
}
#endif

/* In several nodes: what a slot has for its team's cores in each, and one that is wide. */
TEAM_BODY uint32_t nodes_bytes(uint32_t count)
{
#if ARCH_NODES
	return bcast_nodes_bytes(count) + across_room(count);
#else
	(void)count;
	return 0;
#endif
}

TEAM_BODY uint32_t wide_bytes(uint32_t count)
{
	uint32_t own = rt_to_line(team_bcast_wide_bytes(count));

#if ARCH_NODES
	own += bcast_nodes_wide_bytes(count);
#endif
	return own;
}

/* Of a slot, but for exchanges. */
static ARCH_COLD uint32_t slot_bytes(uint32_t count, bool lean)
{
	uint32_t agree = WEFT_DEBUG || WEFT_CHECK ? AGREE_FLAGS : 0;

	return rt_to_line(started_rooms(count, lean) +
			  barrier_best_bytes(count) + team_bcast_bytes(count) +
			  rt_flag_bytes(agree)) +
	       nodes_bytes(count);
}

/* What is asked for; `usual` if nothing is. */
static ARCH_COLD uint32_t slots(uint32_t usual)
{
	return rt_variable_TEAMS(usual);
}

/*
 * The bytes of the slots that there are in any case, as small as they can be: of all that
 * are asked for; of the usual ones a few, and one at least.
 */
static ARCH_COLD uint32_t least_bytes(uint32_t n_slots, uint32_t slot)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> LEAST_SHIFT;
	bool asked = slots(MOST + 1) <= MOST;
	uint32_t bytes = 0, n = 0;

	while (n < n_slots && (asked || n == 0 || bytes + slot <= most)) {
		bytes += slot;
		n++;
	}
	return bytes;
}

/*
 * In so many bytes: first as many slots as are asked for, as small as they can be; then
 * what is started as it likes; then as much in each for values of exchanges as fits; then
 * as many wide ones as are asked for.
 */
static ARCH_COLD struct rooms rooms_in(uint32_t count, uint32_t offered)
{
	uint32_t values = exchange_room(count, 0);
	uint32_t own = slot_bytes(count, true), least = own + values;
	struct rooms r = {.slots = slots(USUAL), .more = wide_bytes(count)};
	uint32_t wide = TEAM_WIDE, each, rest;

	each = least_bytes(r.slots, least);
	offered = offered < each ? each : offered;
	while (arith_mul(r.slots, least) > offered) {
		r.slots--;
	}
	if (r.slots == 0) {
		return (struct rooms){0};
	}
	each = arith_div(offered, r.slots, &rest);
	r.lean = slot_bytes(count, false) + values > each;
	own = slot_bytes(count, r.lean);
	each = (each - own) / ARCH_LINE;
	r.exchange = exchange_room(count, each * ARCH_LINE);
	r.bytes = own + r.exchange;
	rest = offered - arith_mul(r.slots, r.bytes);
	for (; r.wide < wide && r.wide < r.slots && rest >= r.more; r.wide++) {
		rest -= r.more;
	}
	return r;
}

static ARCH_COLD uint32_t team_words_bytes(const struct rt_run *run,
					   uint32_t offered)
{
	struct rooms r = rooms_in(run->count, offered);

	return arith_mul(r.slots, r.bytes) + arith_mul(r.wide, r.more);
}

static ARCH_COLD void team_words_place(const struct rt_run *run,
				       uint32_t offset, uint32_t size)
{
	uint32_t n;

	room.has = rooms_in(run->count, size);
	room.offset = offset;
	room.epoch = run->epoch;
	n = room.has.slots;
	team_free_slots = n < MOST ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
	rt_map_agree(n);
	rt_map_agree(room.has.wide);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "teams",
	.bytes = team_words_bytes,
	.placed = team_words_place,
};
RT_PART_DEALT(part);

static ARCH_COLD void clear(uint32_t at, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i += sizeof(uint32_t)) {
		arch_flag_write(arch_rank(), at + i, room.epoch);
	}
}

#if ARCH_NODES
/* The words of the team's cores in each node end its slot. */
static ARCH_COLD void place_nodes(struct team_made *team, uint32_t end,
				  uint32_t wide)
{
	uint32_t size = team->own.team.size;
	char *lists = team->room + (team_bcast_room(size) << 1);

	nodes_find(&team->nodes,
		   &(struct cores){.rank = team->own.team.rank, .count = size},
		   (uint16_t *)(void *)lists);
	team->own.team.nodes = &team->nodes;
	bcast_nodes_place(
		&team->by_nodes, &team->own.team,
		team->room + team_bcast_room(size),
		end - nodes_bytes(rt_run.count),
		wide ? wide + rt_to_line(team_bcast_wide_bytes(rt_run.count))
		     : 0,
		room.epoch);
	if (across_place) {
		across_place(&team->across, team->own.team,
			     &team->by_nodes.barrier,
			     end - across_room(rt_run.count),
			     across_room(rt_run.count), room.epoch);
		team->exchange.across = &team->across;
	}
}
#endif

void team_place(struct team_made *team, uint32_t slot)
{
	const struct rooms *has = &room.has;
	uint32_t at = room.offset + arith_mul(slot, has->bytes);
	uint32_t own =
		at + has->exchange + started_rooms(rt_run.count, has->lean);
	uint32_t bcast = own + barrier_best_bytes(team->own.team.size);
	uint32_t wide = 0;

	clear(at, has->bytes);
	if (slot < has->wide) {
		wide = room.offset + arith_mul(has->slots, has->bytes) +
		       arith_mul(slot, has->more);
		clear(wide, has->more);
	}
	team->slot = slot;
	team->own.barrier = &team->barrier;
	team->own.agree = &team->agree;
	team->own.exchange = &team->exchange;
	team->own.started = &team->started;
	team->own.asked = &team->asked;
	team->own.next = team_live;
	team_live = &team->own;
#if ARCH_NODES
	place_nodes(team, at + has->bytes, wide);
#endif
	if (exchange_place) {
		exchange_place(&team->exchange, team->own.team, at,
			       has->exchange, room.epoch);
	}
	at += has->exchange;
	if (started_place) {
		started_place(&team->started, team->own.team, at, room.epoch,
			      has->lean);
	}
	if (asked_place) {
		asked_place(&team->asked, team->own.team,
			    at + started_room(rt_run.count, has->lean),
			    room.epoch, has->lean);
	}
	barrier_best_place(&team->barrier, team->own.team, own, room.epoch);
	team_bcast_place(&team->bcast, &team->barrier, team->room, bcast, wide,
			 room.epoch);
#if ARCH_NODES
	team_bcast_object(&team->bcast, &bcast_form_nodes, &team->by_nodes);
#endif
#if WEFT_DEBUG || WEFT_CHECK
	agree_place(&team->agree, team->own.team,
		    bcast + team_bcast_bytes(rt_run.count), room.epoch);
#endif
}

void team_unplace(struct team_made *team)
{
	struct weft_team **at = &team_live;

	while (*at != &team->own) {
		at = &(*at)->next;
	}
	*at = team->own.next;
	if (started_free) {
		started_free(&team->started);
	}
	if (asked_free) {
		asked_free(&team->asked);
	}
	team_free_slots |= UINT32_C(1) << team->slot;
}

void team_tell_budget(void)
{
	bool all = room.has.slots == slots(USUAL);

	rt_say("weft: no room for one more team: each core has room for %u%s; "
	       "WEFT_TEAMS=n makes room for n",
	       room.has.slots, all ? "" : ", as its MPB is nearly full");
}
