/* SPDX-License-Identifier: Apache-2.0 */
/* Barrier and broadcast of a team that was made. */
#include "arch/arch.h"
#include "collectives/bcast/checked.h"
#include "collectives/team/calls.h"
#include "collectives/teams/made.h"
#include "runtime/context.h"
#include "runtime/wait.h"

int team_calls_barrier(struct weft_team *team, weft_us_t within)
{
	int error;

	RT_THREAD_ONLY();
	error = team_check(team);
	if (error) {
		return error;
	}
	AGREE_IN(team->agree, &within, .name = "barrier of a team");
	return barrier_until(team->barrier, rt_deadline(within));
}

/* As collectives/bcast/checked.h has it for the world. */
static int team_calls_checked(struct weft_team *team, void *data, size_t bytes,
			      uint32_t root, weft_us_t within)
{
#if WEFT_CHECK
	uint64_t deadline = rt_deadline(within);
#endif
	int error = team_bcast(&team_made_of(team)->bcast, team->barrier, data,
			       bytes, root, within);

#if WEFT_CHECK
	for (uint32_t try = 1; !error; try++) {
		struct agree mine = {.k = rt_crc(0, data, bytes)};
		weft_us_t left = agree_left(deadline);

		error = agree(team->agree, &mine, &left);
		if (error != WEFT_ERR_MISMATCH) {
			return error;
		}
		error = try < CHECKED_TRIES
				? team_bcast(&team_made_of(team)->bcast,
					     team->barrier, data, bytes, root,
					     agree_left(deadline))
				: WEFT_ERR_DAMAGED;
	}
#endif
	return error;
}

int team_calls_bcast(void *data, size_t bytes, weft_rank_t root,
		     struct weft_team *team, weft_us_t within)
{
	int error;

	RT_THREAD_ONLY();
	error = team_check(team);
	if (error) {
		return error;
	}
	if (bytes > 0 && !data) {
		error = RT_WHY(WEFT_ERR_NULL, "data");
	}
	if (root >= team->team.size) {
		error = RT_WHY(WEFT_ERR_RANK, "the root");
	}
	AGREE_IN(team->agree, &within, .name = "broadcast of a team",
		 .root = root, .bytes = (uint32_t)bytes, .error = error);
	if (error || bytes == 0 || team->team.size == 1) {
		return error;
	}
	return team_calls_checked(team, data, bytes, root, within);
}
