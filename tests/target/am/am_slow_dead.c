/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 args=poll o=fault=stop:core=1,in=victim_stops
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 modes=relaxed args=poll o=fault=stop:core=1,in=victim_stops
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/*
 * Core 1 is slow: it does not take what is sent to it for several times as long as a core
 * that shows no life has.  All others wait for it, and watch it meanwhile; since it shows
 * life, nobody gives it up.  Then it stops.  All learn that, not before it has stopped, and
 * within a few times WEFT_HOP_US.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	VICTIM = 1,
	HOP_US = 20000,
	SLOW_HOPS = 4,
	LATE_HOPS = 5, /* at most, after it has stopped */
};

static uint32_t me, cores, done, stops;

static void nothing(struct weft_am_message *m)
{
	(void)m;
}

static weft_am_handler *const handlers[] = {nothing, nothing};
static const struct weft_am_endpoint endpoint = {0, handlers, 2, NULL};

static __attribute__((noinline)) void victim_stops(void)
{
	static volatile uint32_t for_ever = 1;

	while (for_ever) {
	}
}

/* Takes its ticks, and serves nobody. */
static void be_slow(void)
{
	weft_flag_wait(stops, 2, SLOW_HOPS * HOP_US); /* nobody writes that */
	for (uint32_t i = 0; i < cores; i++) {
		weft_flag_write(i, stops, 1);
	}
	victim_stops();
}

/* Until there is no room, which does not come. */
static bool waits(void)
{
	struct weft_am_dest to = {VICTIM, 0, 0, 0};
	uint64_t since, stopped;
	uint32_t value = 0;
	int error = WEFT_OK;

	since = arch_cycles();
	while (!error) {
		error = weft_am_request(&to, 1, NULL, 0, WEFT_FOREVER);
	}
	weft_flag_read(me, stops, &value);
	stopped = since + arch_cycles_in_us(SLOW_HOPS * HOP_US);
	return error == WEFT_ERR_DEAD && value == 1 &&
	       arch_cycles() >= stopped &&
	       arch_cycles() - stopped < arch_cycles_in_us(LATE_HOPS * HOP_US);
}

static bool all_are_done(bool ok)
{
	weft_flag_write(0, weft_flag_at(done, me), ok ? 1 : 2);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0, never = 0;

		while (me != 0 || (i != VICTIM && !value)) {
			weft_am_wait(&never, 1, 100); /* serves */
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
		ok &= value != 2;
	}
	return ok;
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	if (weft_flags_alloc(cores, &done) || weft_flags_alloc(1, &stops) ||
	    weft_am_open(0, &endpoint) ||
	    !meet_begin(argc > 1 ? argv[1] : "poll") || !meet()) {
		weft_panic("does not begin");
	}
	if (me == VICTIM) {
		be_slow();
	}
	ok = all_are_done(waits());
	printf("%sok 1 - a core that was slow, and has stopped, is given "
	       "up\n1..1\n",
	       ok ? "" : "not ");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
