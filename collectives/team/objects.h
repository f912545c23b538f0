/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The objects of a team that an application has made, one for each algorithm.
 * collectives/teams/ decides where each lies.  Each algorithm's own header has the call that
 * finds the object of the world, or of a team.  So an algorithm includes nothing of
 * collectives/teams/.
 */
#ifndef COLLECTIVES_TEAM_OBJECTS_H
#define COLLECTIVES_TEAM_OBJECTS_H

#include "collectives/team/team.h"

#include <weft/types.h>

struct weft_team {
	struct team team;
	struct weft_team *next; /* in the list of this core's teams */
	void *barrier;          /* struct barrier_best, which a port chooses */
	struct agree_tree *agree;  /* used with DEBUG=1 or CHECK=1 */
	struct exchange *exchange; /* placed where exchange.c is linked */
	struct started *started;   /* placed where started_engine.c is */
	struct asked *asked;       /* placed where asked_engine.c is */
};

/* team_live.c: the teams of this core, the last one first. */
extern struct weft_team *team_live;

#endif
