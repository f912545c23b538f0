/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft_barrier and weft_bcast call these for a team that is not the world.
 *
 * team_split.c links these functions.  The two calls refer to them weakly, so a program that
 * makes no teams has none of their code.  The only team that it can name is WEFT_NO_TEAM.
 */
#ifndef COLLECTIVES_TEAM_CALLS_H
#define COLLECTIVES_TEAM_CALLS_H

#include <weft/types.h>

int team_calls_barrier(struct weft_team *team, weft_us_t within);
int team_calls_bcast(void *data, size_t bytes, weft_rank_t root,
		     struct weft_team *team, weft_us_t within);

/* For a file that is to link nothing by calling one of them. */
#define TEAM_CALLS_WEAK(call) extern __typeof(call) call __attribute__((weak))

#endif
