/* SPDX-License-Identifier: Apache-2.0 */
/* Communicators are weft's teams. */
#include <weft/barrier.h>

#include "compat/rcce/rcce.h"

struct rcce_teams rcce_teams;

int RCCE_comm_size(RCCE_COMM comm, int *size)
{
	*size = comm.size;
	return RCCE_SUCCESS;
}

int RCCE_comm_rank(RCCE_COMM comm, int *rank)
{
	*rank = comm.my_rank;
	return RCCE_SUCCESS;
}

int RCCE_barrier(RCCE_COMM *comm)
{
	if (comm->initialized != RCCE_COMM_IS_MADE) {
		return rcce_error(RCCE_ERROR_COMM_UNDEFINED);
	}
	return rcce_from(
		comm->team == WEFT_WORLD
			? weft_barrier(WEFT_WORLD, WEFT_FOREVER)
			: rcce_teams.barrier(rcce_team(comm), WEFT_FOREVER),
		0, "RCCE_barrier");
}
