/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which teams there are.  A program may keep a copy of a team's handle, and the memory that
 * it names is not looked at before it is known to be a team's.
 */
#include "collectives/team/objects.h"

struct weft_team *team_live;

ARCH_COLD int team_live_check(const struct weft_team *team)
{
	for (const struct weft_team *t = team_live; t; t = t->next) {
		if (t == team) {
			return WEFT_OK;
		}
	}
	return team == WEFT_NO_TEAM ? WEFT_ERR_NULL : WEFT_ERR_STATE;
}
