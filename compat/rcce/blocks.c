/* SPDX-License-Identifier: Apache-2.0 */
/* RCCE_comm's calls that move blocks are weft's. */
#include <weft/gather.h>

#include "compat/rcce/rcce.h"

static int check(int bytes, int root, const RCCE_COMM *comm)
{
	int error = rcce_check_comm(comm, root);

	if (!error && bytes < 0) {
		error = rcce_error(RCCE_ERROR_MESSAGE_LENGTH);
	}
	return error;
}

int RCCE_scatter(char *in, char *out, int bytes, int root, RCCE_COMM comm)
{
	int error = check(bytes, root, &comm);

	if (error) {
		return error;
	}
	return rcce_from(weft_scatter(in, out, (size_t)bytes, (weft_rank_t)root,
				      rcce_team(&comm), WEFT_FOREVER),
			 RCCE_ERROR_TARGET, "RCCE_scatter");
}

int RCCE_gather(char *in, char *out, int bytes, int root, RCCE_COMM comm)
{
	int error = check(bytes, root, &comm);

	if (error) {
		return error;
	}
	return rcce_from(weft_gather(in, out, (size_t)bytes, (weft_rank_t)root,
				     rcce_team(&comm), WEFT_FOREVER),
			 RCCE_ERROR_TARGET, "RCCE_gather");
}

int RCCE_allgather(char *in, char *out, int bytes, RCCE_COMM comm)
{
	int error = check(bytes, 0, &comm);

	if (error) {
		return error;
	}
	return rcce_from(weft_allgather(in, out, (size_t)bytes,
					rcce_team(&comm), WEFT_FOREVER),
			 RCCE_ERROR_TARGET, "RCCE_allgather");
}
