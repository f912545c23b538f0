/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=17 modes=fast,strict args=16 o=fault=stop:core=16,at=2500 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed args=3 o=fault=stop:core=3,at=3000 */
/* weft-test: boards=scc-sim cores=2,3 modes=fast args=1 o=fault=stop:core=1,at=4000 */
/*
 * A core stops while all make started collectives, of the world and of a team in the opposite
 * order.  Each other core's wait fails in time and names a core; from name to name one comes
 * to the stopped one, which is the argument.  What was complete was right.  There is no barrier
 * in here, since one core would not come.
 */
#include <stdio.h>
#include <stdlib.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/small_calls.h"

enum {
	WITHIN = 20000, /* us */
};

static uint32_t names; /* a flag a core, at the judge: whom it names, plus 1 */

/* Until a wait fails: whom that names. */
static uint32_t go_on(struct weft_team *reversed)
{
	struct weft_request r;
	int error = WEFT_OK;

	for (uint32_t n = 0; !error; n++) {
		enum small_what what = (enum small_what)(
			(n * 0x9e3779b1u >> 16) % SMALL_WHATS);

		small_team = n & 1 ? reversed : WEFT_WORLD;
		small_n = n & 2 ? SMALL_WORDS : 1;
		error = small_start(n & 0xff, what, &r);
		error = error ? error : weft_wait(&r, WEFT_COMPLETE, WITHIN);
		if (!error && !small_right(n & 0xff, what)) {
			weft_panic("what was complete is not right");
		}
	}
	if (error != WEFT_ERR_TIMEOUT) {
		weft_panic(weft_strerror(error));
	}
	return r.peer;
}

/* Follows the names from each core to the stopped one. */
static bool judge(uint32_t stopped)
{
	uint32_t told, hops;

	for (uint32_t i = 0; i < weft_size(); i++) {
		if (i != stopped) {
			weft_flag_wait_from(i, weft_flag_at(names, i), 1,
					    WEFT_FOREVER);
		}
	}
	for (uint32_t i = 0; i < weft_size(); i++) {
		uint32_t at = i;

		for (hops = 0; at != stopped && hops < weft_size(); hops++) {
			weft_flag_read(weft_rank(), weft_flag_at(names, at),
				       &told);
			at = told - 1;
			if (at >= weft_size()) {
				return false;
			}
		}
		if (at != stopped) {
			return false;
		}
	}
	return true;
}

int main(int argc, char **argv)
{
	uint32_t me = weft_rank(), named;
	uint32_t stopped = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
	uint32_t first = stopped == 0;
	struct weft_team *reversed = WEFT_NO_TEAM;
	bool ok;

	if (weft_flags_alloc(weft_size(), &names) ||
	    weft_size() > SMALL_CORES ||
	    weft_team_split(WEFT_WORLD, 0, -(int32_t)me, &reversed,
			    WEFT_FOREVER)) {
		weft_panic("no room");
	}
	named = go_on(reversed);
	weft_flag_write(first, weft_flag_at(names, me), 1 + named);
	if (me != first) {
		weft_flag_wait(names, 1 << 30, WEFT_FOREVER); /* never */
	}
	ok = judge(stopped);
	printf("%sok 1 - all names lead to rank %u\n1..1\n", ok ? "" : "not ",
	       (unsigned)stopped);
	fflush(stdout);
	rt_print_end(!ok, me);
	arch_stop(ok ? ARCH_PASSED : ARCH_FAILED);
}
