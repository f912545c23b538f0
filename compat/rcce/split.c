/* SPDX-License-Identifier: Apache-2.0 */
/*
 * New communicators.  Colours may be any numbers, weft's are from 0: so the first rank
 * that has mine stands for it.
 */
#include "compat/rcce/rcce.h"

#include <weft/barrier.h>
#include <weft/bcast.h>

static int split_free(RCCE_COMM *comm)
{
	struct weft_team *team = rcce_team(comm);
	int error = team ? weft_team_free(&team, WEFT_FOREVER) : WEFT_OK;

	comm->initialized = 0;
	comm->team = NULL;
	return error;
}

int RCCE_comm_free(RCCE_COMM *comm)
{
	int error = rcce_check_comm(comm, 0);

	if (!error && comm == &RCCE_COMM_WORLD) {
		error = rcce_error(RCCE_ERROR_COMM_INITIALIZED);
	}
	return error ? error : rcce_from(split_free(comm), 0, "RCCE_comm_free");
}

int RCCE_comm_split(int (*colour)(int rank, void *arg), void *arg,
		    RCCE_COMM *comm)
{
	int mine = colour(RCCE_IAM, arg), first = RCCE_NP, size = 0, error;
	struct weft_team *team = NULL;

	rcce_teams.barrier = weft_barrier;
	rcce_teams.bcast = weft_bcast;
	if (comm == &RCCE_COMM_WORLD) {
		return rcce_error(RCCE_ERROR_COMM_INITIALIZED);
	}
	if (comm->initialized == RCCE_COMM_IS_MADE) {
		split_free(comm); /* one that is used again */
	}
	for (int i = 0; i < RCCE_NP; i++) {
		if (colour(i, arg) == mine) {
			first = i < first ? i : first;
			comm->my_rank = i == RCCE_IAM ? size : comm->my_rank;
			comm->member[size++] = i;
		}
	}
	error = weft_team_split(WEFT_WORLD, first, RCCE_IAM, &team,
				WEFT_FOREVER);
	if (error) {
		return rcce_from(error, RCCE_ERROR_COMM_UNDEFINED,
				 "RCCE_comm_split");
	}
	comm->size = size;
	comm->team = team;
	comm->initialized = RCCE_COMM_IS_MADE;
	return RCCE_SUCCESS;
}
