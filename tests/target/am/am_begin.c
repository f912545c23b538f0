/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 */
/* weft-test: cores=48 boards=scc-sim seeds=2 env=WEFT_TICK_US=0 */
/* weft-image: am_begin_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_begin_least boards=scc-sim cores=3,48 env=WEFT_TICK_US=0 */
/*
 * Active Messages: the first message to a core that has not begun, or begins at that
 * moment, to take interrupts.  Cores are in pairs; one sends once, at a time of its own,
 * and the other begins at one of its own.  No tick makes good for a message that
 * neither of them has noticed.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	COUNT = 1,
	ANSWER,
	APART = 1500,    /* steps of a delay, at most */
	WITHIN = 200000, /* us */
};

static volatile uint32_t counted, answered;

static void count(struct weft_am_message *m)
{
	counted += m->word[0];
	weft_am_reply(m, ANSWER, m->word, 1);
}

static void answer(struct weft_am_message *m)
{
	answered += m->word[0];
}

static weft_am_handler *const table[] = {NULL, count, answer};
static const struct weft_am_endpoint endpoint = {7, table, 3, NULL};

static int receive(void)
{
	tap_delay(tap_below(tap_own_random(), APART));
	if (weft_am_begin(WEFT_AM_INTERRUPT)) {
		return WEFT_ERR_STATE;
	}
	return weft_am_wait(&counted, 3, WITHIN);
}

static int send(uint32_t to_rank)
{
	struct weft_am_dest to = {to_rank, 0, 7, 0};
	uint32_t word = 3;
	int error = weft_am_begin(WEFT_AM_POLL);

	tap_delay(tap_below(tap_own_random(), APART));
	if (!error) {
		error = weft_am_request(&to, COUNT, &word, 1, WITHIN);
	}
	return error ? error : weft_am_wait(&answered, 3, WITHIN);
}

int main(void)
{
	uint32_t me = weft_rank(), other = me ^ 1;
	int error = WEFT_OK;

	tap_begin();
	weft_am_open(0, &endpoint);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (other < weft_size()) {
		error = me & 1 ? receive() : send(other);
	}
	tap_ok(!error, "the first message is noticed: %s",
	       weft_strerror(error));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
