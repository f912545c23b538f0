/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 args=poll,wait o=fault=pause:core=1,at=8000,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt,wait o=fault=pause:core=1,at=8000,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=poll,room o=fault=pause:core=1,at=8000,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt,room o=fault=pause:core=1,at=8000,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/* weft-image: am_out_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_out_least boards=scc-sim cores=3 args=interrupt,room
   o=fault=pause:core=1,at=8000,for=400000 env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt,sync o=fault=pause:core=1,at=8000,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000 time-out=60 */
/*
 * A core stands still in the middle of a wait without a deadline, so long that the others
 * give it up.  When it goes on, its wait ends with WEFT_ERR_DEAD: for a count that nobody
 * moves, for room at a core that serves nothing, for an operation there.  So does whatever
 * it tries then, and no request of it is handled any more.
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
	DEAF = 0, /* serves nothing until the victim is back */
};

#define IS(code, call) ok &= (call) == (code)

static uint32_t me, cores, done;
static volatile uint32_t handled;
static uint8_t memory[64];
static struct weft_am_segment segment = {.memory = memory, .bytes = 64};
static struct weft_am_remote remote;

static void lost(weft_rank_t rank, void *arg)
{
	(void)rank;
	(void)arg;
}

static void back(struct weft_am_message *m)
{
	(void)m;
}

static void handle(struct weft_am_message *m)
{
	handled += m->from == VICTIM;
}

static weft_am_handler *const handlers[] = {back, handle};
static const struct weft_am_endpoint endpoint = {0, handlers, 2, NULL};

static int waits(const char *what)
{
	static struct weft_am_counter counter;
	struct weft_am_dest to = {DEAF, 0, 0, 0};
	uint32_t never = 0;
	int error = WEFT_OK;

	if (!strcmp(what, "wait")) {
		return weft_am_wait(&never, 1, WEFT_FOREVER);
	}
	if (!strcmp(what, "sync")) {
		error = weft_am_get(memory, &remote, 0, 4, &counter,
				    WEFT_FOREVER);
		return error ? error : weft_am_sync(&counter, WEFT_FOREVER);
	}
	while (!error) {
		error = weft_am_request(&to, 1, NULL, 0, WEFT_FOREVER);
	}
	return error;
}

static bool is_out(const char *what)
{
	struct weft_am_dest to = {2, 0, 0, 0};
	struct weft_am_target target;
	uint32_t word = 0;
	bool ok = true;

	IS(WEFT_ERR_DEAD, waits(what));
	IS(WEFT_ERR_DEAD, weft_am_request(&to, 1, NULL, 0, WEFT_FOREVER));
	if (!weft_am_aim(&target, &to)) {
		IS(WEFT_ERR_DEAD,
		   weft_am_request_to(&target, 1, &word, 1, WEFT_FOREVER));
	}
	IS(WEFT_ERR_DEAD, weft_am_wait(&word, 1, WEFT_FOREVER));
	IS(WEFT_ERR_DEAD, weft_am_poll());
	IS(WEFT_ERR_DEAD, weft_am_store(&remote, 0, memory, 4, WEFT_FOREVER));
	return ok;
}

/* Asks the victim until it is known to be dead. */
static bool gives_up(void)
{
	struct weft_am_dest to = {VICTIM, 0, 0, 0};
	uint32_t value = 0;
	int error = WEFT_OK;
	bool ok;

	if (me == DEAF) {
		ok = !weft_flag_wait(weft_flag_at(done, VICTIM), 1,
				     WEFT_FOREVER);
		weft_am_release();
		return ok;
	}
	while (!error) {
		error = weft_am_request(&to, 1, NULL, 0, WEFT_FOREVER);
	}
	ok = error == WEFT_ERR_DEAD && handled == 0;
	while (!value) {
		weft_am_poll();
		weft_flag_read(DEAF, weft_flag_at(done, VICTIM), &value);
	}
	return ok && handled == 0;
}

static bool all_are_done(bool ok)
{
	weft_flag_write(DEAF, weft_flag_at(done, me), ok ? 1 : 2);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0;

		while (me != 0 || !value) {
			weft_flag_read(DEAF, weft_flag_at(done, i), &value);
		}
		if (value == 2) {
			printf("# rank %u\n", (unsigned)i);
		}
		ok &= value != 2;
	}
	return ok;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "poll";
	const char *what = argc > 2 ? argv[2] : "wait";
	bool ok;

	me = weft_rank();
	cores = weft_size();
	weft_abcast_on_lost(lost, NULL);
	if (weft_flags_alloc(cores, &done) || weft_am_open(0, &endpoint) ||
	    !meet_begin(how) || weft_am_segment_open(0, &segment) || !meet() ||
	    weft_am_map(&remote, DEAF, 0, 0, WEFT_FOREVER) || !meet()) {
		weft_panic("does not begin");
	}
	if (me == DEAF) {
		weft_am_hold(); /* nothing of the victim is served here */
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = all_are_done(me == VICTIM ? is_out(what) : gives_up());
	printf("%sok 1 - a core that was given up in a wait, and goes "
	       "on\n1..1\n",
	       ok ? "" : "not ");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
