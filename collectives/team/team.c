/* SPDX-License-Identifier: Apache-2.0 */
/* What teams are asked, and their barrier and broadcast. */
#include "arch/arch.h"
#include "collectives/bcast/checked.h"
#include "collectives/team/made.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/barrier.h>
#include <weft/bcast.h>

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

int weft_barrier_team(struct weft_team *team, weft_us_t within)
{
	int error;

	RT_THREAD_ONLY();
	if (team == WEFT_WORLD) {
		return weft_barrier_world(within);
	}
	error = team_check(team);
	if (error) {
		return error;
	}
	AGREE_IN(&team->agree, &within, .name = "barrier of a team");
	return barrier_until(&team->barrier, rt_deadline(within));
}

/* As collectives/bcast/checked.h has it for the world. */
static int bcast(struct weft_team *team, void *data, size_t bytes,
		 uint32_t root, weft_us_t within)
{
#if WEFT_CHECK
	uint64_t deadline = rt_deadline(within);
#endif
	int error = team_bcast(&team->bcast, &team->barrier, data, bytes, root,
			       within);

#if WEFT_CHECK
	for (uint32_t try = 1; !error; try++) {
		struct agree mine = {.k = rt_crc(0, data, bytes)};
		weft_us_t left = agree_left(deadline);

		error = agree(&team->agree, &mine, &left);
		if (error != WEFT_ERR_MISMATCH) {
			return error;
		}
		error = try < CHECKED_TRIES
				? team_bcast(&team->bcast, &team->barrier, data,
					     bytes, root, agree_left(deadline))
				: WEFT_ERR_DAMAGED;
	}
#endif
	return error;
}

int weft_bcast_team(void *data, size_t bytes, weft_rank_t root,
		    struct weft_team *team, weft_us_t within)
{
	int error;

	RT_THREAD_ONLY();
	if (team == WEFT_WORLD) {
		return weft_bcast_world(data, bytes, root, within);
	}
	error = team_check(team);
	if (error) {
		return error;
	}
	if (bytes > 0 && !data) {
		error = WEFT_ERR_NULL;
	}
	if (root >= team->team.size) {
		error = WEFT_ERR_RANK;
	}
	AGREE_IN(&team->agree, &within, .name = "broadcast of a team",
		 .root = root, .bytes = (uint32_t)bytes, .error = error);
	if (error || bytes == 0 || team->team.size == 1) {
		return error;
	}
	return bcast(team, data, bytes, root, within);
}
