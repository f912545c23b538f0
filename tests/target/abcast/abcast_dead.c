/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 more=48 o=fault=stop:core=1,at=4000
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=2 time-out=60 */
/* weft-test: boards=scc-sim cores=3,17 o=fault=stop:core=1,at=4000
   env=WEFT_HOP_US=30000 time-out=60 */
/* weft-test: boards=scc-sim cores=17,24 o=fault=stop:core=8,op=900
   env=WEFT_HOP_US=30000 time-out=60 */
/* weft-test: boards=scc-sim cores=17 o=fault=stop:core=4,op=900
   env=WEFT_HOP_US=30000 time-out=60 */
/* weft-test: boards=scc-sim cores=17 more=48 o=fault=stop:core=2,op=900
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=3 time-out=60 */
/* weft-test: boards=scc-sim cores=48 modes=relaxed o=fault=stop:core=2,op=900
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=3 time-out=60 */
/* weft-test: boards=scc-sim cores=17 o=fault=stop:core=8,op=700 args=one
   env=WEFT_HOP_US=30000 time-out=60 */
/* weft-test: boards=scc-sim cores=17 o=fault=stop:core=1,op=300 args=one
   env=WEFT_HOP_US=30000 time-out=60 */
/* weft-test: boards=scc-sim cores=5 modes=fast o=fault=stop:core=1,op=2531
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=1,WEFT_CREDIT=2 time-out=60 */
/* weft-test: boards=scc-sim cores=5 modes=fast o=fault=stop:core=1,op=14213
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=1,WEFT_CREDIT=2 time-out=60 */
/*
 * A core stops, whenever that is.  All others go on broadcasting; each learns of
 * it, a sender by WEFT_ERR_DEAD with the core's name; what is sent after that
 * reaches all that are alive; and what a sender was told is complete has reached
 * them, whenever it was sent.  There is no barrier in here, since one core
 * would not come.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

enum {
	BEFORE = 40,
	BEFORE_MANY = 6, /* of each of many cores: enough to be cut short */
	MANY_SEND = 25,
	AFTER = 5,
	BYTES = 20000,
	MANY = 255,
};

static uint8_t data[BYTES];
static volatile uint32_t ends[MANY]; /* whole messages since the last cut */
static uint32_t next_at[MANY];
static weft_event_t event;
static uint32_t done;  /* a flag a core, at rank 0 */
static uint32_t whole; /* a flag a core: messages that were complete, plus 1 */

static void on_chunk(const struct weft_chunk *c, void *arg)
{
	const uint8_t *bytes = c->data;

	(void)arg;
	if (c->offset != 0 && c->offset != next_at[c->root]) {
		weft_panic("a message goes on elsewhere than it stopped");
	}
	if (c->bytes > 0 && bytes[0] != (uint8_t)c->root) {
		weft_panic("somebody else's data");
	}
	next_at[c->root] = c->offset + c->bytes;
	if (next_at[c->root] == c->total) {
		ends[c->root]++;
	}
	weft_event_post(event);
}

static int send(struct weft_request *r)
{
	int error = weft_abcast_start(data, BYTES, r);

	return error ? error : weft_wait(r, WEFT_COMPLETE, 20000000);
}

/* All that live have what others were told that all have. */
static void compare(uint32_t mine, uint32_t victim)
{
	uint32_t me = weft_rank(), told;

	for (uint32_t i = 0; i < weft_size(); i++) {
		if (i != victim && i != me) {
			weft_flag_write(i, weft_flag_at(whole, me), mine + 1);
		}
	}
	for (uint32_t i = 0; i < weft_size(); i++) {
		if (i != victim && i != me) {
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

static uint32_t lost(void)
{
	uint32_t victim = WEFT_NOBODY;

	for (uint32_t j = 0; j < weft_size(); j++) {
		victim = weft_abcast_lost(j) ? j : victim;
	}
	return victim;
}

/* Sends until it has found somebody dead, and then some; who that was. */
static uint32_t broadcast(uint32_t *complete)
{
	struct weft_request r;
	uint32_t victim = WEFT_NOBODY, dead = WEFT_NOBODY, after = 0;
	uint32_t before = weft_size() < MANY_SEND ? BEFORE : BEFORE_MANY;

	for (uint32_t i = 0; i < before || after < AFTER; i++) {
		int error = send(&r);

		if (error && error != WEFT_ERR_DEAD) {
			weft_panic(weft_strerror(error));
		}
		*complete += !error;
		dead = error ? r.peer : dead;
		/* Others may learn later than I, and their chunks be lost. */
		after += victim != WEFT_NOBODY && !error;
		victim = lost();
	}
	if (dead != WEFT_NOBODY && dead != victim) {
		weft_panic("another core is blamed");
	}
	return victim;
}

/* Only listens, until it has heard who is dead. */
static uint32_t listen(void)
{
	for (;;) {
		uint32_t staged = weft_event_stage(event), victim = lost();

		if (victim != WEFT_NOBODY) {
			return victim;
		}
		weft_event_wait(event, staged, WEFT_FOREVER);
	}
}

/* All that live have had AFTER messages since; "one": only rank 0 sends. */
int main(int argc, char **argv)
{
	uint32_t me = weft_rank(), victim, complete = 0;

	weft_flags_alloc(weft_size(), &done);
	weft_flags_alloc(weft_size(), &whole);
	weft_event_open(WEFT_NOBODY, &event);
	weft_abcast_on_chunk(on_chunk, NULL, WEFT_IN_HANDLER);
	for (uint32_t i = 0; i < BYTES; i++) {
		data[i] = (uint8_t)me;
	}
	(void)argv;
	victim = argc > 1 && me != 0 ? listen() : broadcast(&complete);
	compare(complete, victim);
	if (me != 0) {
		weft_flag_write(0, weft_flag_at(done, me), 1 + victim);
		weft_flag_wait(done, 1, WEFT_FOREVER); /* never */
	}
	for (uint32_t i = 1; i < weft_size(); i++) {
		if (i != victim) {
			weft_flag_wait_from(i, weft_flag_at(done, i),
					    1 + victim, WEFT_FOREVER);
		}
	}
	printf("ok 1 - rank %u is left out, and all others go on\n1..1\n",
	       (unsigned)victim);
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
