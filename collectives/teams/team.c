/* SPDX-License-Identifier: Apache-2.0 */
/* What teams are asked. */
#include "arch/arch.h"
#include "collectives/teams/made.h"

static struct team view(const struct weft_team *team)
{
	if (team_check(team)) {
		return (struct team){.me = WEFT_TEAM_NOBODY};
	}
	return team == WEFT_WORLD ? team_world() : team->team;
}

weft_rank_t weft_team_rank(const struct weft_team *team)
{
	return view(team).me;
}

uint32_t weft_team_size(const struct weft_team *team)
{
	return view(team).size;
}

weft_rank_t weft_team_translate(const struct weft_team *from, weft_rank_t rank,
				const struct weft_team *to)
{
	struct team a = view(from), b = view(to);
	uint32_t core;

	if (rank >= a.size) {
		return WEFT_TEAM_NOBODY;
	}
	core = team_rank(&a, rank);
	for (uint32_t i = 0; b.rank && i < b.size; i++) {
		if (b.rank[i] == core) {
			return i;
		}
	}
	return b.rank || core >= b.size ? WEFT_TEAM_NOBODY : core;
}
