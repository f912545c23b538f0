/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: abcast_stopped collectives/abcast/abcast_choose.c -DABCAST_TREES_MOST=1 */
/* weft-test: boards=scc-sim cores=17 o=fault=stop:core=16,at=2800 */
/* weft-test: boards=scc-sim cores=17 modes=relaxed
   o=fault=stop:core=8,at=3000 */
/* weft-test: boards=scc-sim cores=17,48 modes=fast,strict
   o=fault=stop:core=4,at=2800 */
/* weft-test: boards=scc-sim cores=48 modes=fast
   o=fault=stop:core=32,at=9000 */
/*
 * In a large run a core stops while all broadcast: one with children or none, the hub
 * or a leader.  Nobody is given up: each core's wait for all fails in time and names
 * the stopped core, and what was complete has reached all that live.  There is no barrier in
 * here, since one core would not come.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

enum {
	WITHIN = 20000, /* us */
	BYTES = 3000,
	MOST = 48,
};

static uint32_t data[BYTES / 4];
static volatile uint32_t ends[MOST]; /* whole messages of each */
static uint32_t done;  /* a flag a core, at rank 0: whom it blames, plus 1 */
static uint32_t whole; /* a flag a core: messages that were complete, plus 1 */

static void on_chunk(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	ends[c->root] += c->offset + c->bytes == c->total;
}

/* How many were complete before a wait failed; whom that names. */
static uint32_t broadcast(uint32_t *blamed)
{
	struct weft_request r;
	uint32_t complete = 0;
	int error;

	for (;; complete++) {
		error = weft_abcast_start(data, BYTES, &r);
		error = error ? error : weft_wait(&r, WEFT_COMPLETE, WITHIN);
		if (error) {
			break;
		}
	}
	if (error != WEFT_ERR_TIMEOUT) {
		weft_panic(weft_strerror(error));
	}
	*blamed = r.peer;
	return complete;
}

/* What others know to be complete has come here. */
static void compare(uint32_t complete, uint32_t stopped)
{
	uint32_t me = weft_rank(), told;

	for (uint32_t i = 0; i < weft_size(); i++) {
		if (i != stopped && i != me) {
			weft_flag_write(i, weft_flag_at(whole, me),
					complete + 1);
		}
	}
	for (uint32_t i = 0; i < weft_size(); i++) {
		if (i != stopped && i != me) {
			weft_flag_wait_from(i, weft_flag_at(whole, i), 1,
					    WEFT_FOREVER);
			told = 0;
			weft_flag_read(me, weft_flag_at(whole, i), &told);
			if (ends[i] < told - 1) {
				weft_panic("a complete message has not come");
			}
		}
	}
}

int main(void)
{
	uint32_t me = weft_rank(), stopped, complete, all = 0, told;

	if (weft_flags_alloc(weft_size(), &done) ||
	    weft_flags_alloc(weft_size(), &whole) ||
	    weft_abcast_on_chunk(on_chunk, NULL, WEFT_IN_HANDLER)) {
		weft_panic("no room");
	}
	complete = broadcast(&stopped);
	compare(complete, stopped);
	if (me != 0) {
		weft_flag_write(0, weft_flag_at(done, me), 1 + stopped);
		weft_flag_wait(done, 1, WEFT_FOREVER); /* never */
	}
	for (uint32_t i = 1; i < weft_size(); i++) {
		if (i == stopped) {
			continue;
		}
		weft_flag_wait_from(i, weft_flag_at(done, i), 1, WEFT_FOREVER);
		told = 0;
		weft_flag_read(0, weft_flag_at(done, i), &told);
		if (told != 1 + stopped) {
			weft_panic("another core is blamed");
		}
		all += ends[i];
	}
	printf("ok 1 - all name rank %u\n", (unsigned)stopped);
	printf("%sok 2 - after %u messages\n1..2\n", all > 0 ? "" : "not ",
	       (unsigned)all);
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
