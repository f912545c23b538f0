/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Teams that an application has made: their objects, and the room for their words.
 *
 * The part `teams` has room for some teams in the MPB, at the same offsets on all cores:
 * slots of equal size, and for the first of them more, for broadcasts that need more:
 * those are wide.  A team takes the first slot that is free on all its cores.  Whoever
 * makes a team writes 0, or where words of this run begin, to the own words of the slot
 * before the parent's last barrier; the last collective of the slot's last team was a
 * barrier, after which nobody writes to it.
 */
#ifndef COLLECTIVES_TEAM_MADE_H
#define COLLECTIVES_TEAM_MADE_H

#include <stdbool.h>

#include "collectives/barrier/agree.h"
#include "collectives/barrier/barrier.h"
#include "collectives/reduce/exchange.h"
#include "collectives/started/asked.h"
#include "collectives/started/started.h"
#include "collectives/team/bcast_nodes.h"
#include "collectives/team/team.h"
#include "collectives/team/team_bcast.h"

#include <weft/team.h>

struct weft_team {
	struct team team;
	struct weft_team *next; /* in the list of those that there are */
	uint32_t slot;
	struct barrier_best barrier;
	struct team_bcast bcast;
#if ARCH_NODES
	struct nodes nodes;
	struct bcast_nodes by_nodes;
#endif
	struct agree_tree agree;          /* used with DEBUG=1 or CHECK=1 */
	struct exchange exchange;         /* where exchange.c is linked */
	struct started started;           /* where started_engine.c is */
	struct asked asked;               /* where asked_engine.c is */
	_Alignas(TEAM_ALIGN) char room[]; /* of team_made_room() bytes */
};

/* Of the team's broadcasts, of those of its cores in a node, and of lists of nodes. */
static inline uint32_t team_made_room(uint32_t cores)
{
	uint32_t bcast = team_bcast_room(cores);

	return ARCH_NODES ? (bcast << 1) + (nodes_room(cores) << 1) : bcast;
}

/* Its barrier, whose `team` says who is in it. */
static inline struct barrier_best *team_barrier(struct weft_team *team)
{
	return team == WEFT_WORLD ? &barrier_best_world : &team->barrier;
}

static inline struct agree_tree *team_agree(struct weft_team *team)
{
	return team == WEFT_WORLD ? &agree_world : &team->agree;
}

static inline struct exchange *team_exchange(struct weft_team *team)
{
	return team == WEFT_WORLD ? &exchange_world : &team->exchange;
}

static inline struct started *team_started(struct weft_team *team)
{
	return team == WEFT_WORLD ? &started_world : &team->started;
}

static inline struct asked *team_asked(struct weft_team *team)
{
	return team == WEFT_WORLD ? &asked_world : &team->asked;
}

/* team_live.c: the teams of this core, the last one first. */
extern struct weft_team *team_live;

/* team_words.c: a bit for each slot that is free on this core. */
extern uint32_t team_free_slots;

/* The objects of a team whose list is complete, in that slot.  Thread. */
ARCH_COLD void team_place(struct weft_team *team, uint32_t slot);

/* Its words are not used any more. */
ARCH_COLD void team_unplace(struct weft_team *team);

/* A line on the console: what there is, and that it is not enough. */
ARCH_COLD void team_tell_budget(void);

#endif
