/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=strict cores=2,48 time-out=240 */
/*
 * What RCCE costs above weft's own calls, in simulated time, whose instructions
 * are counted: a message of 1 KB a fourth more at most, a barrier an eighth.
 */
#include <weft/barrier.h>
#include <weft/core.h>
#include <weft/sendrecv.h>

#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	KB = 1024,
	CALLS = 20
};

static char data[KB];

static void rcce_message(void)
{
	if (RCCE_ue() == 0) {
		RCCE_send(data, KB, 1);
	} else if (RCCE_ue() == 1) {
		RCCE_recv(data, KB, 0);
	}
}

static void message(void)
{
	if (weft_rank() == 0) {
		weft_send(data, KB, 1, WEFT_FOREVER);
	} else if (weft_rank() == 1) {
		weft_recv(data, KB, 0, WEFT_FOREVER);
	}
}

static void rcce_meet(void)
{
	RCCE_barrier(&RCCE_COMM_WORLD);
}

static void meet(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Of some calls, after some; at the first core. */
static uint32_t cycles(void (*call)(void))
{
	uint64_t since;

	for (int i = 0; i < 3; i++) {
		call();
	}
	meet();
	since = weft_cycles();
	for (int i = 0; i < CALLS; i++) {
		call();
	}
	return (uint32_t)(weft_cycles() - since);
}

static void compare(const char *what, void (*theirs)(void), void (*ours)(void),
		    uint32_t most)
{
	uint32_t below = cycles(ours), above = cycles(theirs);

	tap_ok(weft_rank() > 0 || above * 100 <= below * (100 + most),
	       "%s: %u and %u cycles", what, (unsigned)(above / CALLS),
	       (unsigned)(below / CALLS));
}

int main(int argc, char **argv)
{
	RCCE_init(&argc, &argv);
	tap_begin();
	compare("a message of 1 KB", rcce_message, message, 25);
	compare("a barrier", rcce_meet, meet, 12);
	RCCE_finalize();
	return tap_end();
}
