/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3 args=poll o=fault=stop:core=1,op=250
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt o=fault=stop:core=1,op=400
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3,17 args=mixed o=fault=stop:core=1,at=900
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=17 modes=relaxed args=mixed o=fault=stop:core=1,op=270
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=hybrid o=fault=stop:core=1,op=400
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=hybrid o=fault=stop:core=1,in=serve
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=mixed o=fault=stop:core=1,in=serve
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-image: am_dead_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_dead_least boards=scc-sim cores=3 args=poll
   o=fault=stop:core=1,op=250 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_dead_least boards=scc-sim cores=3 args=interrupt
   o=fault=stop:core=1,op=400 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_dead_least boards=scc-sim cores=3,17 args=mixed
   o=fault=stop:core=1,at=900 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_dead_least boards=scc-sim cores=3 args=hybrid
   o=fault=stop:core=1,op=400 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_dead_least boards=scc-sim cores=3 args=hybrid
   o=fault=stop:core=1,in=serve env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_dead_least boards=scc-sim cores=3 args=mixed
   o=fault=stop:core=1,in=serve env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/*
 * Core 1 stops, whenever that is.  All others send requests to it and to each
 * other.  Each request is answered or comes back, and never both; nobody waits for
 * ever; among the others nothing comes back; and who sends to the dead core after
 * that is told so.  There is no barrier, since one core would not come.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

enum {
	BACK,
	SERVE,
	ANSWER,
	VICTIM = 1,
	LEAST = 30, /* requests to each that lives */
	MOST = 4096,
};

static volatile uint32_t answers[2], backs, settled;
static uint32_t done;
static uint8_t seen[MOST]; /* requests to the victim: how often settled */

static void settle(const struct weft_am_message *m)
{
	if (m->word[0] >= MOST || seen[m->word[0]]++) {
		weft_panic("settled twice");
	}
}

static void back(struct weft_am_message *m)
{
	if (m->from != VICTIM || m->reason != WEFT_ERR_DEAD ||
	    m->handler != SERVE || m->count != 7 || m->word[6] != ~m->word[0]) {
		weft_panic("another message comes back");
	}
	settle(m);
	backs++;
	settled++;
}

static void serve(struct weft_am_message *m)
{
	weft_am_reply(m, ANSWER, m->word, 7);
}

static void answer(struct weft_am_message *m)
{
	if (m->from == VICTIM) {
		settle(m);
	}
	answers[m->from == VICTIM]++;
	settled++;
}

static weft_am_handler *const table[] = {back, serve, answer};
static const struct weft_am_endpoint endpoint = {5, table, 3, NULL};

static int ask(uint32_t rank, uint32_t n)
{
	struct weft_am_dest to = {rank, 0, 5, 0};
	uint32_t words[] = {n, 0, 0, 0, 0, 0, ~n};

	return weft_am_request(&to, SERVE, words, 7, WEFT_FOREVER);
}

/* Until the victim is known to be dead, and so many to each other core. */
static void send(uint32_t *sent, uint32_t *to_victim)
{
	uint32_t me = weft_rank();
	bool dead = false;

	for (uint32_t n = 0; n < LEAST || !dead; n++) {
		for (uint32_t to = 0; to < weft_size(); to++) {
			int error = WEFT_OK;

			if (to == me || (to == VICTIM && dead) ||
			    (to != VICTIM && n >= LEAST && dead)) {
				continue;
			}
			error = ask(to, n);
			if (error && (error != WEFT_ERR_DEAD || to != VICTIM)) {
				weft_panic(weft_strerror(error));
			}
			dead |= error == WEFT_ERR_DEAD;
			*sent += !error;
			*to_victim += !error && to == VICTIM;
		}
	}
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "poll";
	uint32_t me = weft_rank(), sent = 0, to_victim = 0;
	bool polls = !strcmp(how, "poll") || (!strcmp(how, "mixed") && me & 2);

	weft_flags_alloc(weft_size(), &done);
	if (weft_am_open(0, &endpoint) ||
	    weft_am_begin(polls                    ? WEFT_AM_POLL
			  : !strcmp(how, "hybrid") ? WEFT_AM_HYBRID
						   : WEFT_AM_INTERRUPT)) {
		weft_panic("no Active Messages");
	}
	send(&sent, &to_victim);
	if (weft_am_wait(&settled, sent, WEFT_FOREVER) || settled != sent ||
	    answers[1] + backs != to_victim ||
	    ask(VICTIM, 0) != WEFT_ERR_DEAD) {
		weft_panic("a request is neither answered nor back");
	}
	weft_flag_write(0, weft_flag_at(done, me), 1);
	for (uint32_t i = 0; i < weft_size() && me == 0; i++) {
		uint32_t value = 0;

		while (i != VICTIM && !value) {
			weft_am_wait(&settled, sent + 1, 100);
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
	}
	if (me != 0) {
		for (;;) {
			weft_am_wait(&settled, sent + 1, 1000); /* serves */
		}
	}
	printf("ok 1 - all requests are answered or come back\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
