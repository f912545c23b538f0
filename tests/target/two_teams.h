/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two teams of each core, which overlap, to be used in turns: others are in one of them
 * meanwhile.  Ranks of the first run against those of the world.
 */
#ifndef TESTS_TARGET_TWO_TEAMS_H
#define TESTS_TARGET_TWO_TEAMS_H

#include <stdbool.h>
#include <stddef.h>

#include <weft/weft.h>

struct two_teams {
	struct weft_team *half, *third;
};

/* Collective.  False: a team could not be made. */
static inline bool two_teams_make(struct two_teams *teams)
{
	uint32_t me = weft_rank();
	bool ok;

	teams->half = teams->third = WEFT_NO_TEAM;
	ok = weft_team_split(WEFT_WORLD, me & 1, -(int32_t)me, &teams->half,
			     WEFT_FOREVER) == WEFT_OK;
	ok &= weft_team_split(WEFT_WORLD, me % 3 > 0, 0, &teams->third,
			      WEFT_FOREVER) == WEFT_OK;
	return ok;
}

static inline bool two_teams_free(struct two_teams *teams)
{
	return weft_team_free(&teams->half, WEFT_FOREVER) == WEFT_OK &&
	       weft_team_free(&teams->third, WEFT_FOREVER) == WEFT_OK;
}

#endif
