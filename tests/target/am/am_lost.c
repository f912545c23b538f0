/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,17 args=interrupt seeds=2
   env=WEFT_TICK_US=200 time-out=60 */
/* weft-test: boards=scc-sim cores=17 args=poll env=WEFT_TICK_US=200
   time-out=60 */
/* weft-test: boards=scc-sim cores=48 args=interrupt full=1 seeds=5
   env=WEFT_TICK_US=200 time-out=60 */
/* weft-test: boards=scc-qemu cores=3 args=interrupt env=WEFT_TICK_US=200
   time-out=60 */
/* weft-image: am_lost_between messages/am/am_send.c -Darch_irq_save=told_before */
/* weft-test: image=am_lost_between boards=scc-sim,scc-qemu cores=3 args=interrupt
   env=WEFT_TICK_US=200 */
/* weft-image: am_lost_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_lost_least boards=scc-sim cores=2,17 args=interrupt seeds=2
   env=WEFT_TICK_US=200 time-out=60 */
/* weft-test: image=am_lost_least boards=scc-sim cores=17 args=poll env=WEFT_TICK_US=200
   time-out=60 */
/* weft-test: image=am_lost_least boards=scc-sim cores=48 args=interrupt full=1 seeds=5
   env=WEFT_TICK_US=200 time-out=60 */
/*
 * Active Messages to a core that is given up while its messages flow: core 0 asks
 * each other core again and again, and hears at a tick, at whatever instruction, that
 * it is dead.  Whatever has been sent is then either answered or comes back, once.
 * Each other core hears in the end that it has been given up itself: all that it calls
 * says so, and nothing of it arrives.
 *
 * In image am_lost_between core 0 hears it at one instruction: where it has seen that
 * there is room, and has not yet masked interrupts to send.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "messages/liveness.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/tap.h"

enum {
	BACK,
	SERVE,
	ANSWER,
	COUNT,
	ENDPOINT = 5,
	WITHIN = 10000000, /* us */
};

static volatile uint32_t settled, early;
static uint32_t wrong, expected; /* .. number of the next answer */
static volatile uint32_t doomed; /* rank + 1 */

static bool at_tick(enum rt_round why)
{
	if (why == RT_TICK && doomed) {
		liveness_hear(doomed - 1);
		doomed = 0;
	}
	return false;
}

static const struct rt_part part = {.name = "doom", .round = at_tick};
RT_PART(part);

arch_irq_state told_before(void);

/* arch_irq_save of that image, which a send calls. */
arch_irq_state told_before(void)
{
	if (weft_rank() == 0 && doomed) {
		arch_irq_state state = arch_irq_save();

		at_tick(RT_TICK);
		arch_irq_restore(state);
		rt_progress(); /* what has been sent comes back */
	}
	return arch_irq_save();
}

static void lost(uint32_t core, void *arg)
{
	(void)core;
	(void)arg;
}

static void answer(struct weft_am_message *m)
{
	wrong += m->word[0] != expected++;
	settled++;
}

static void back(struct weft_am_message *m)
{
	wrong += m->reason != WEFT_ERR_DEAD || m->handler != SERVE ||
		 m->endpoint != ENDPOINT;
	answer(m);
}

static void serve(struct weft_am_message *m)
{
	weft_am_reply(m, ANSWER, m->word, 1);
}

static void count(struct weft_am_message *m)
{
	(void)m;
	early++;
}

static weft_am_handler *const table[] = {back, serve, answer, count};
static const struct weft_am_endpoint endpoint = {5, table, 4, NULL};

/* Until that core is known to be dead. */
static bool ask_until_lost(uint32_t rank)
{
	struct weft_am_dest to = {rank, ENDPOINT, 5, ENDPOINT};
	uint32_t sent = 0, before = settled;
	int error = WEFT_OK;

	expected = 0;
	doomed = rank + 1;
	while (!error) {
		error = weft_am_request(&to, SERVE, &sent, 1, WITHIN);
		sent += !error;
	}
	return error == WEFT_ERR_DEAD &&
	       !weft_am_wait(&settled, before + sent, WITHIN) &&
	       settled - before == sent;
}

/* This core is out. */
static bool is_told(void)
{
	struct weft_am_dest to = {0, ENDPOINT, 5, ENDPOINT};
	uint32_t words[WEFT_AM_WORDS] = {0}, never = 0;
	bool ok = true;

	doomed = weft_rank() + 1;
	while (doomed) {
		weft_am_wait(&never, 1, 100); /* serves */
	}
	for (uint32_t n = 0; n <= WEFT_AM_WORDS; n++) {
		ok &= weft_am_request(&to, COUNT, words, n, 0) == WEFT_ERR_DEAD;
	}
	return ok && weft_am_poll() == WEFT_ERR_DEAD &&
	       weft_am_wait(&never, 1, WITHIN) == WEFT_ERR_DEAD;
}

int main(int argc, char **argv)
{
	bool ok = true, polls = argc > 1 && !strcmp(argv[1], "poll");
	uint32_t me = weft_rank(), never = 0;
	uint32_t over;

	tap_begin();
	liveness_on_lost(lost, NULL);
	ok &= !weft_flags_alloc(1, &over);
	weft_am_open(ENDPOINT, &endpoint);
	ok &= !weft_am_begin(polls ? WEFT_AM_POLL : WEFT_AM_INTERRUPT);
	for (uint32_t i = 1; i < weft_size() && me == 0; i++) {
		ok &= ask_until_lost(i);
		weft_flag_write(i, over, 1);
	}
	for (uint32_t said = 0; me != 0 && !said;) {
		weft_am_wait(&never, 1, 100); /* serves */
		weft_flag_read(me, over, &said);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok && wrong == 0,
	       "each request is answered or comes back, in order");
	tap_ok(me == 0 || is_told(), "who has been given up sends no more");
	if (me == 0 && polls) {
		weft_am_poll();
	}
	tap_ok(early == 0, ".. and nothing of it arrives");
	return tap_end();
}
