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
#ifndef COLLECTIVES_TEAMS_MADE_H
#define COLLECTIVES_TEAMS_MADE_H

#include <stdbool.h>

#include "collectives/barrier/agree.h"
#include "collectives/barrier/barrier.h"
#include "collectives/reduce/across.h"
#include "collectives/started/asked.h"
#include "collectives/started/started.h"
#include "collectives/teams/bcast_nodes.h"
#include "collectives/team/objects.h"
#include "collectives/teams/team_bcast.h"

#include <weft/team.h>

struct team_made {
	struct weft_team
		own; /* first: a team of an application is one of these */
	uint32_t slot;
	struct barrier_best barrier;
	struct team_bcast bcast;
#if ARCH_NODES
	struct nodes nodes;
	struct bcast_nodes by_nodes;
	struct across across;
#endif
	struct agree_tree agree;
	struct exchange exchange;
	struct started started;
	struct asked asked;
	_Alignas(TEAM_ALIGN) char room[]; /* of team_made_room() bytes */
};

static inline struct team_made *team_made_of(struct weft_team *team)
{
	return (struct team_made *)team;
}

/* Of the team's broadcasts, of those of its cores in a node, and of lists of nodes. */
static inline uint32_t team_made_room(uint32_t cores)
{
	uint32_t bcast = team_bcast_room(cores);

	return ARCH_NODES ? (bcast << 1) + (nodes_room(cores) << 1) : bcast;
}

/* team_words.c: a bit for each slot that is free on this core. */
extern uint32_t team_free_slots;

/* The objects of a team whose list is complete, in that slot.  Thread. */
ARCH_COLD void team_place(struct team_made *team, uint32_t slot);

/* Its words are not used any more. */
ARCH_COLD void team_unplace(struct team_made *team);

/* A line on the console: what there is, and that it is not enough. */
ARCH_COLD void team_tell_budget(void);

#endif
