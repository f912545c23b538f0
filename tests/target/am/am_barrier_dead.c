/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,17 args=mixed,first o=fault=stop:core=1,in=weft_am_barrier
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt,first o=fault=stop:core=1,in=weft_am_barrier
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=17 args=poll o=fault=stop:core=1,at=1500
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/* weft-image: am_barrier_dead_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_barrier_dead_least boards=scc-sim cores=2,17 args=mixed,first
   o=fault=stop:core=1,in=weft_am_barrier env=WEFT_HOP_US=30000,WEFT_TICK_US=1000
   time-out=60 */
/* weft-test: image=am_barrier_dead_least boards=scc-sim cores=3 args=interrupt,first
   o=fault=stop:core=1,in=weft_am_barrier env=WEFT_HOP_US=30000,WEFT_TICK_US=1000
   time-out=60 */
/* weft-test: image=am_barrier_dead_least boards=scc-sim cores=17 args=poll
   o=fault=stop:core=1,at=1500 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/*
 * Core 1 stops in a barrier, or whenever that is.  It comes to the first one last, so
 * others may have told it all, and wait for it alone.  All others leave, with
 * WEFT_ERR_DEAD, also those that have nothing to do with it in any round; and so from
 * then on.  If it stops in the first one (first), no core may leave that one as if all had met.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	VICTIM = 1,
};

static uint32_t me, cores, done;

static void wait_for_all(void)
{
	static const volatile uint32_t never;

	weft_flag_write(0, weft_flag_at(done, me), 1);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0;

		while (me != 0 || (i != VICTIM && !value)) {
			weft_am_wait(&never, 1, 100);
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
	}
}

int main(int argc, char **argv)
{
	bool polls = meet_polls(argc > 1 ? argv[1] : "poll");
	uint32_t met = 0;
	int error = WEFT_OK;

	me = weft_rank();
	cores = weft_size();
	weft_flags_alloc(cores, &done);
	if (weft_am_begin(polls ? WEFT_AM_POLL : WEFT_AM_INTERRUPT)) {
		weft_panic("no active messages");
	}
	while (!error) {
		tap_delay(me == VICTIM && met == 0 ? 20000 : 0);
		tap_delay(tap_below((me + 1) * (met + 7) * 0x45d9f3b, 500));
		error = weft_am_barrier(WEFT_FOREVER);
		met += !error;
	}
	if (argc > 2 && met > 0) {
		weft_panic("all had met, but for one that had stopped");
	}
	if (error != WEFT_ERR_DEAD ||
	    weft_am_barrier(WEFT_FOREVER) != WEFT_ERR_DEAD ||
	    weft_am_all_store_sync(WEFT_FOREVER) != WEFT_ERR_DEAD) {
		weft_panic("that is not why");
	}
	wait_for_all();
	printf("ok 1 - who lives leaves a barrier that is broken\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
