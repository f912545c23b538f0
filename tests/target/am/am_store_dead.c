/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3 args=poll o=fault=stop:core=1,op=400
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt o=fault=stop:core=1,op=700
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/* weft-test: boards=scc-sim cores=3,17 args=mixed o=fault=stop:core=1,at=1500
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/* weft-test: boards=scc-sim cores=3 args=mixed o=fault=stop:core=1,in=am_on_block
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-image: am_store_dead_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_store_dead_least boards=scc-sim cores=3 args=poll
   o=fault=stop:core=1,op=400 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_store_dead_least boards=scc-sim cores=3 args=interrupt
   o=fault=stop:core=1,op=700 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/* weft-test: image=am_store_dead_least boards=scc-sim cores=3,17 args=mixed
   o=fault=stop:core=1,at=1500 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 full=1 */
/* weft-test: image=am_store_dead_least boards=scc-sim cores=3 args=mixed
   o=fault=stop:core=1,in=am_on_block env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/*
 * Core 1 stops, whenever that is.  All others store into its segment and each other's,
 * put, get and add.  Whatever concerns the dead core ends, in time with WEFT_ERR_DEAD,
 * and what concerns the others is as if it had never been there.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	VICTIM = 1,
	LEAST = 12, /* rounds */
	STRIPE = 200,
	CORES = 20,
};

static uint32_t me, cores, done;
static uint32_t room[CORES * (1 + STRIPE / 4)];
static struct weft_am_segment segment = {.memory = room, .bytes = sizeof(room)};
static struct weft_am_remote remote[CORES];
static struct weft_am_counter living, dying;
static uint32_t dead; /* calls that said so */

static bool expect(uint32_t to, int error)
{
	if (error && (error != WEFT_ERR_DEAD || to != VICTIM)) {
		printf("# to rank %u: %s\n", (unsigned)to,
		       weft_strerror(error));
		weft_panic("a core that lives is in trouble");
	}
	dead += error != 0;
	return !error;
}

/* It may not have opened it yet. */
static void map(uint32_t to)
{
	int error;

	do {
		error = weft_am_map(&remote[to], to, 0, 0, WEFT_FOREVER);
		weft_am_wait(&meet_counted, 1, 20);
	} while (error == WEFT_ERR_STATE);
	expect(to, error);
}

/* Stores, puts and gets a stripe of mine; adds to a word of mine. */
static void round_with(uint32_t to, uint32_t n)
{
	struct weft_am_counter *c = to == VICTIM ? &dying : &living;
	struct weft_am_remote *r = &remote[to];
	uint32_t at = 4 * CORES + me * STRIPE, was = n;
	char data[STRIPE], back[STRIPE];
	bool ok;

	tap_fill(data, STRIPE, n << 8 | me);
	if (n & 1) {
		ok = expect(to,
			    weft_am_store(r, at, data, STRIPE, WEFT_FOREVER));
	} else {
		ok = expect(to,
			    weft_am_put(r, at, data, STRIPE, c, WEFT_FOREVER));
	}
	ok = ok &&
	     expect(to, weft_am_get(back, r, at, STRIPE, c, WEFT_FOREVER));
	ok &= expect(to, weft_am_sync(c, WEFT_FOREVER));
	if (ok && !tap_same(back, STRIPE, n << 8 | me)) {
		weft_panic("other bytes come back");
	}
	ok = ok && expect(to, weft_am_fetch_add(r, 4 * me, 1, &was, NULL,
						WEFT_FOREVER));
	if (ok && was != n) {
		weft_panic("added once too often, or not at all");
	}
}

static void serve_until_all_are_done(void)
{
	weft_flag_write(0, weft_flag_at(done, me), 1);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0;

		while (me != 0 || (i != VICTIM && !value)) {
			weft_am_wait(&meet_counted, 1, 100);
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
	}
}

int main(int argc, char **argv)
{
	uint32_t n;

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	weft_flags_alloc(cores, &done);
	if (!meet_begin(argc > 1 ? argv[1] : "poll") ||
	    weft_am_segment_open(0, &segment)) {
		weft_panic("no segments");
	}
	for (uint32_t to = 0; to < cores; to++) {
		map(to);
	}
	for (n = 0; n < LEAST || !dead; n++) {
		for (uint32_t to = 0; to < cores; to++) {
			if (to != VICTIM || remote[to].bytes) {
				round_with(to, n);
			}
		}
	}
	n = 0;
	if (remote[VICTIM].bytes &&
	    weft_am_fetch_add(&remote[VICTIM], 0, 0, &n, NULL, WEFT_FOREVER) !=
		    WEFT_ERR_DEAD) {
		weft_panic("the dead core answers");
	}
	serve_until_all_are_done();
	printf("ok 1 - what concerns the others goes on\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
