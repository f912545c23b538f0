/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each algorithm knows of a team that an application has made: an object, which lies
 * where collectives/teams/ has put it.  Each algorithm's own header has the call that finds
 * the world's or that one.  So an algorithm includes nothing of what makes teams.
 */
#ifndef COLLECTIVES_TEAM_OBJECTS_H
#define COLLECTIVES_TEAM_OBJECTS_H

#include "collectives/team/team.h"

#include <weft/types.h>

struct weft_team {
	struct team team;
	struct weft_team *next; /* in the list of those that there are */
	void *barrier;          /* struct barrier_best, which a port chooses */
	struct agree_tree *agree;  /* used with DEBUG=1 or CHECK=1 */
	struct exchange *exchange; /* placed where exchange.c is linked */
	struct started *started;   /* placed where started_engine.c is */
	struct asked *asked;       /* placed where asked_engine.c is */
};

/* team_live.c: the teams of this core, the last one first. */
extern struct weft_team *team_live;

#endif
