/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send and receive, without GORY: weft's, which are RCCE's protocol.  They have no
 * deadline, as RCCE's have none; the runner's reports say who waits for whom.
 */
#include <weft/core.h>
#include <weft/sendrecv.h>

#include "compat/rcce/rcce.h"

struct rcce_wire rcce_wire;

/* The reference never returns from that. */
static void refuse_self(int ue, const char *why)
{
	if (ue == RCCE_IAM) {
		weft_panic(why);
	}
}

int RCCE_send(char *data, size_t bytes, int dest)
{
	if (!rcce_is_ue(dest)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	if (rcce_wire.send) {
		return bytes > 0 ? rcce_wire.send(data, bytes, dest)
				 : RCCE_SUCCESS;
	}
	refuse_self(dest, "RCCE_send to itself");
	return rcce_from(
		weft_send(data, bytes, (weft_rank_t)dest, WEFT_FOREVER),
		RCCE_ERROR_SOURCE, "RCCE_send");
}

int RCCE_recv(char *data, size_t bytes, int source)
{
	if (!rcce_is_ue(source)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	if (rcce_wire.recv) {
		return bytes > 0 ? rcce_wire.recv(data, bytes, source)
				 : RCCE_SUCCESS;
	}
	refuse_self(source, "RCCE_recv from itself");
	return rcce_from(
		weft_recv(data, bytes, (weft_rank_t)source, WEFT_FOREVER),
		RCCE_ERROR_TARGET, "RCCE_recv");
}
