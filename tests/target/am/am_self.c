/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed seeds=3 */
/* weft-image: am_self_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_self_least boards=scc-sim cores=1,3 modes=strict,relaxed */
/*
 * Active Messages of a core to itself: when a poll finds nothing, all that the core has
 * sent itself has been served, and its news has wiped out none of another core's.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	ASK = 1,
	ANSWER,
	COUNT,
	ROUNDS = 100,
	WITHIN = 10000000, /* us */
};

static volatile uint32_t asked, answered, counted;

static void ask(struct weft_am_message *m)
{
	asked++;
	weft_am_reply(m, ANSWER, m->word, 1);
}

static void answer(struct weft_am_message *m)
{
	answered += m->word[0];
}

static void count(struct weft_am_message *m)
{
	counted += m->word[0];
}

static weft_am_handler *const table[] = {NULL, ask, answer, count};
static const struct weft_am_endpoint endpoint = {7, table, 4, NULL};

static void poll_all(void)
{
	while (weft_am_poll() > 0) {
	}
}

int main(void)
{
	uint32_t me = weft_rank(), one = 1;
	uint32_t next = me + 1 < weft_size() ? me + 1 : 0;
	struct weft_am_dest to_me = {me, 0, 7, 0}, to_next = {next, 0, 7, 0};
	bool ok = true, all;

	tap_begin();
	weft_am_open(0, &endpoint);
	ok &= !weft_am_begin(WEFT_AM_POLL);
	for (uint32_t i = 1; ok && i <= ROUNDS; i++) {
		ok &= !weft_am_request(&to_next, COUNT, &one, 1, WITHIN);
		ok &= !weft_am_request(&to_me, ASK, &one, 1, WITHIN);
		poll_all();
		ok &= asked == i && answered == i;
	}
	/* Before any check, in which this core would serve nothing. */
	all = !weft_am_wait(&counted, ROUNDS, WITHIN) && counted == ROUNDS;
	tap_ok(ok, "polls serve what a core has sent itself");
	tap_ok(all, "and what others have");
	return tap_end();
}
