/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 seeds=2 */
/*
 * A program for RWTH Aachen's RCCE: messages that do not wait, from RCCE.h alone and after
 * RCCE_init alone, beside those that do.
 */
#define RCCE_RWTH

#include <string.h>

#include <RCCE.h>

#include "tests/target/tap.h"

enum {
	LONG = 3000
};

static char out[LONG], in[LONG];

/* The last one receives from its neighbour what is sent either way. */
static bool passes(int bytes, bool waits)
{
	int me = RCCE_ue(), last = RCCE_num_ues() - 1, over = 0;
	RCCE_SEND_REQUEST send;
	RCCE_RECV_REQUEST receive;

	if (me == last - 1) {
		tap_fill(out, (size_t)bytes, (uint32_t)bytes);
		if (waits) {
			RCCE_send(out, (size_t)bytes, last);
			return true;
		}
		RCCE_isend(out, bytes, last, &send);
		RCCE_isend_push(last);
		return RCCE_isend_wait(&send) == RCCE_SUCCESS;
	}
	if (me != last) {
		return true;
	}
	memset(in, 0, sizeof(in)); /* of the message before */
	RCCE_irecv(in, bytes, last - 1, &receive);
	RCCE_irecv_push(last - 1);
	while (!over) {
		RCCE_irecv_test(&receive, &over);
	}
	return tap_same(in, (size_t)bytes, (uint32_t)bytes);
}

int main(int argc, char **argv)
{
	RCCE_init(&argc, &argv);
	tap_begin();
	tap_ok(passes(1, false) & passes(LONG, false), "RCCE_isend");
	tap_ok(passes(40, true) & passes(LONG, true), "RCCE_send");
	RCCE_finalize();
	return tap_end();
}
