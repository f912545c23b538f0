/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcasts are weft's: OC-Bcast, or what is faster for that size. */
#include <weft/bcast.h>

#include "compat/rcce/rcce.h"

int RCCE_bcast(char *data, size_t bytes, int root, RCCE_COMM comm)
{
	int error = rcce_check_comm(&comm, root);

	if (error) {
		return error;
	}
	error = comm.team == WEFT_WORLD
			? weft_bcast(data, bytes, (weft_rank_t)root,
				     WEFT_WORLD, WEFT_FOREVER)
			: rcce_teams.bcast(data, bytes, (weft_rank_t)root,
					   rcce_team(&comm), WEFT_FOREVER);
	return rcce_from(error, RCCE_ERROR_SOURCE, "RCCE_bcast");
}
