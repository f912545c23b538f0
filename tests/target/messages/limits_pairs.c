/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=fast cores=513,1024,1025 time-out=120 */
/*
 * Send and receive, between the first and the last core, and among neighbours: up to
 * 1024 cores, which have a flag each; above, WEFT_ERR_LIMIT on all cores.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CORES = 1024,
	MOST = 300,
};

static uint8_t data[MOST];

/* Down the ranks, and from the last one to the first. */
static bool pass_on(void)
{
	uint32_t me = weft_rank(), last = weft_size() - 1;
	uint32_t to = me == last ? 0 : me + 1, from = me == 0 ? last : me - 1;
	int error = WEFT_OK;

	tap_message(data, MOST, me, 0);
	if (me > 0) {
		error = weft_recv(data, MOST, from, WEFT_FOREVER);
	}
	error = error ? error : weft_send(data, MOST, to, WEFT_FOREVER);
	if (me == 0 && !error) {
		error = weft_recv(data, MOST, from, WEFT_FOREVER);
	}
	return weft_size() > CORES ? error == WEFT_ERR_LIMIT
				   : !error && tap_same(data, MOST, 0);
}

int main(void)
{
	tap_begin();
	tap_ok(pass_on(), "messages, up to %d cores", CORES);
	return tap_end();
}
