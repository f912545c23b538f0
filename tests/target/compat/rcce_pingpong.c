/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2 time-out=240 */
/* weft-test: cores=3 boards=scc-sim modes=strict */
/*
 * Ping-pong between the first two UEs, from a line to half a megabyte, each size somewhat
 * larger than the last.  Every byte is checked on its way back; time never runs back.
 */
#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	MOST = 1 << 17,
	ROUNDS = 2
};

static bool there_and_back(char *data, size_t n, int me)
{
	int error = 0;
	bool ok = true;

	for (int i = 0; i < ROUNDS; i++) {
		uint32_t key = (uint32_t)n + (uint32_t)i;

		if (me == 0) {
			tap_fill(data, n, key);
			error |= RCCE_send(data, n, 1);
			tap_fill(data, n, 0);
			error |= RCCE_recv(data, n, 1);
		} else {
			error |= RCCE_recv(data, n, 0);
			error |= RCCE_send(data, n, 0);
		}
		ok = ok && tap_same(data, n, key);
	}
	return ok && !error;
}

int RCCE_APP(int argc, char **argv)
{
	char *data;
	double then, now;
	bool ok = RCCE_init(&argc, &argv) == RCCE_SUCCESS;

	tap_begin();
	data = tap_room(MOST);
	tap_ok(ok, "begun");
	then = RCCE_wtime();
	for (size_t n = 32; n <= MOST; n = n * 5 / 3 + 1) {
		ok = RCCE_ue() > 1 || there_and_back(data, n, RCCE_ue());
		now = RCCE_wtime();
		tap_ok(ok && now >= then, "%u bytes", (unsigned)n);
		then = now;
	}
	RCCE_finalize();
	return tap_end();
}
