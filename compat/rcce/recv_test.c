/* SPDX-License-Identifier: Apache-2.0 */
/* Receive, if a message has begun to come. */
#include <weft/sendrecv.h>

#include "compat/rcce/rcce.h"

int RCCE_recv_test(char *data, size_t bytes, int source, int *test)
{
	bool there = true;
	int error;

	if (!rcce_is_ue(source)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	if (rcce_wire.test) {
		return rcce_wire.test(data, bytes, source, test);
	}
	if (bytes > 0) {
		error = weft_recv_test((weft_rank_t)source, &there);
		if (error) {
			return rcce_from(error, 0, "RCCE_recv_test");
		}
	}
	*test = there;
	return there ? RCCE_recv(data, bytes, source) : RCCE_SUCCESS;
}
