/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3 o=fault=stop:core=1,in=serve
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3,17 o=fault=stop:core=1,at=900
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=later o=fault=stop:core=1,at=400000
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=two o=fault=stop:core=1,at=20000
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/*
 * Core 1 stops: in its server, or when it has kept a call of each other core, to which it is to
 * reply later.  Who waits for it is told so, as is who calls it afterwards; the others' calls
 * of each other go on.  Or it stops when calls that were watched besides have long been
 * replied to (later).  Or there are two sets of calls, and one that is under way in the second
 * one does not keep the core from watching those of the first one (two).
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

enum {
	VICTIM = 1,
	FIBERS = 2,
	OWN = 600,
	CALLS = 20,
	HOPS_US = 150000,
};

static struct weft_calls_shape shape = {0, FIBERS + 1, 4};
static struct weft_calls calls, others_calls;
static bool two;
static struct weft_fiber fiber[FIBERS];
static uint32_t done;

static struct weft_called kept;
static volatile bool keeps;

/* What the victim is asked it keeps, and others what they are to reply to later. */
static void serve(struct weft_called *call, void *arg)
{
	(void)arg;
	if (call->count == 2) {
		kept = *call;
		keeps = true;
	} else if (weft_rank() != VICTIM) {
		weft_call_reply(call, call->word, sizeof(uint32_t));
	}
}

static int ask_victim(void *arg)
{
	(void)arg;
	return weft_call(&calls, VICTIM, NULL, 0, NULL, NULL, WEFT_FOREVER);
}

static bool others(void)
{
	bool ok = true;

	for (uint32_t n = 0; n < CALLS; n++) {
		for (uint32_t to = 0; to < weft_size(); to++) {
			uint32_t got = ~n;
			size_t bytes = sizeof(got);

			if (to == VICTIM || to == weft_rank()) {
				continue;
			}
			ok &= !weft_call(&calls, to, &n, 1, &got, &bytes,
					 WEFT_FOREVER) &&
			      got == n;
		}
	}
	return ok;
}

/* Rank 2, or 0. */
static int ask_other(void *arg)
{
	static const uint32_t words[2];

	(void)arg;
	return weft_call(two ? &others_calls : &calls, 2 - weft_rank(), words,
			 2, NULL, NULL, WEFT_FOREVER);
}

static bool told(uint32_t i)
{
	int result = WEFT_OK;

	return !weft_fiber_join(&fiber[i], &result, WEFT_FOREVER) &&
	       result == WEFT_ERR_DEAD;
}

/*
 * Both calls have been watched in turn; then the other one has its reply, in the last slot.
 * Of two sets, that one only if it is told of the victim.
 */
static bool reply_later(void)
{
	uint64_t end = arch_cycles() + arch_cycles_in_us(HOPS_US);
	bool ok = !two || told(0);
	int result;

	while (!keeps || (!two && arch_cycles() < end)) {
		weft_flag_wait(weft_flag_at(done, weft_rank()), 9, 1000);
	}
	return !weft_call_reply(&kept, NULL, 0) && ok &&
	       !weft_fiber_join(&fiber[FIBERS - 1], &result, WEFT_FOREVER) &&
	       result == WEFT_OK;
}

int main(int argc, char **argv)
{
	bool later = argc > 1;
	uint32_t me = weft_rank();
	size_t bytes = weft_fiber_stack(OWN);
	bool ok;

	weft_flags_alloc(weft_size(), &done);
	two = later && strcmp(argv[1], "two") == 0;
	shape.slots -= later;
	if (weft_am_begin(WEFT_AM_INTERRUPT) ||
	    weft_calls_open(&calls, &shape, serve, NULL)) {
		weft_panic("no calls");
	}
	shape.endpoint++;
	if (weft_calls_open(&others_calls, &shape, serve, NULL)) {
		weft_panic("no more calls");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < FIBERS && me != VICTIM; i++) {
		bool last = later && i == FIBERS - 1;

		weft_fiber_create(&fiber[i], last ? ask_other : ask_victim,
				  NULL, tap_room(bytes), bytes,
				  WEFT_FIBER_NORMAL);
	}
	while (me == VICTIM) {
		weft_fiber_yield(); /* until it stops */
	}
	ok = later ? reply_later() : others();
	for (uint32_t i = two; i < FIBERS - (later ? 1u : 0u); i++) {
		ok &= told(i);
	}
	ok &= ask_victim(NULL) == WEFT_ERR_DEAD;
	ok &= others();
	if (!ok) {
		weft_panic("not told, or not replied to");
	}
	/* No barrier: one core would not come. */
	weft_flag_write(0, weft_flag_at(done, me), 1);
	for (uint32_t i = 0; i < weft_size() && me == 0; i++) {
		if (i != VICTIM) {
			weft_flag_wait(weft_flag_at(done, i), 1, WEFT_FOREVER);
		}
	}
	if (me != 0) {
		weft_flag_wait(weft_flag_at(done, me), 2, WEFT_FOREVER);
	}
	printf("ok 1 - told that it has stopped\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
