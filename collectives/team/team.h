/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Teams: the cores that a collective is among, and how each algorithm knows them.
 *
 * A team is a list of cores of the run; the place in that list is a core's rank in
 * the team.  The world is the team of all cores, each with its own rank.
 *
 * An algorithm keeps all that it knows from call to call in an object: the team,
 * where its words are in the MPBs of the team's cores, and how far they have counted.
 * There is one object for each team.  Its words are at the same offset on all cores of the
 * team, and no other team that has a core in common has words there; so teams that
 * overlap do not disturb each other.  The world's objects are made by the parts of the
 * algorithms, with the words that the MPB map gives those; the objects of other teams
 * are part of struct weft_team (collectives/teams/made.h).  An object's words count from
 * `epoch` on: whoever places it sees to it that they hold 0 if that is 0.
 *
 * What the world costs: nothing.  Objects hold the ranks of the run that they write
 * to, so that the team's list is read when an object is placed, or a tree is planted,
 * and not in each call.  Where even an object's address would be noticed, or ranks
 * are found by arithmetic, the body is a TEAM_BODY: compiled once for the world, whose
 * object and list are then constants, and once more for other teams, which is linked
 * with those only.  Where memory is little what both link is a TEAM_SHARED, compiled
 * once.
 *
 * All teams share the chunk buffers: a core is in one synchronous collective at a
 * time, and every algorithm writes only to buffers of cores that have entered the call.
 *
 * Only the chip's own barrier is for the world alone.
 *
 * A team also knows how it lies in nodes, where there may be several.  Teams that are
 * made of a team's cores in one node, or of its leaders, do not: they are as on a chip.
 */
#ifndef COLLECTIVES_TEAM_TEAM_H
#define COLLECTIVES_TEAM_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/bulk.h"
#include "collectives/team/nodes.h"

#define TEAM_BODY static inline __attribute__((always_inline))

#if ARCH_NEAR
#define TEAM_SHARED static
#else
#define TEAM_SHARED TEAM_BODY
#endif

struct team {
	uint32_t me, size;    /* my rank in the team; how many cores it has */
	const uint16_t *rank; /* of the run, of each; null: the world */
#if ARCH_NODES
	const struct nodes *nodes; /* null: not by nodes */
#endif
};

#if ARCH_NODES
/* team_nodes.c: the world's. */
ARCH_COLD const struct nodes *team_nodes_world(void);

/* The team of my node's cores, and, for a leader, that of the leaders. */
static inline struct team team_mates(const struct nodes *nodes)
{
	return (struct team){nodes->me, nodes->mates, nodes->mate, NULL};
}

static inline struct team team_leaders(const struct nodes *nodes)
{
	return (struct team){nodes->mine, nodes->count, nodes->leader, NULL};
}
#endif

#if ARCH_BULK
/* May any two cores of a team of leaders have pieces of memory for each other? */
ARCH_COLD bool team_bulk(const struct team *leaders);
#endif

static inline struct team team_world(void)
{
#if ARCH_NODES
	return (struct team){arch_rank(), arch_count(), NULL,
			     team_nodes_world()};
#else
	return (struct team){arch_rank(), arch_count(), NULL};
#endif
}

/* In how many nodes it has cores. */
TEAM_BODY uint32_t team_nodes(const struct team *team)
{
#if ARCH_NODES
	return team->nodes ? team->nodes->count : 1;
#else
	(void)team;
	return 1;
#endif
}

/*
 * team_live.c: the error of a handle: WEFT_ERR_NULL for WEFT_NO_TEAM, WEFT_ERR_STATE for
 * that of a team that was freed.
 */
struct weft_team;
ARCH_COLD int team_live_check(const struct weft_team *team);

static inline int team_check(const struct weft_team *team)
{
	return team ? team_live_check(team) : 0; /* the world is always there */
}

/* The rank in the run of a core of the team. */
TEAM_BODY uint32_t team_rank(const struct team *team, uint32_t i)
{
	return team->rank ? team->rank[i] : i;
}

#endif
