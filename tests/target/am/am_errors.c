/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=1,2,3 args=interrupt time-out=120 */
/* weft-test: cores=17 boards=scc-sim args=interrupt time-out=120 */
/* weft-image: am_errors_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_errors_least boards=scc-sim cores=2,3,17 args=interrupt time-out=120 */
/* weft-test: image=am_errors_least boards=scc-sim cores=3 args=poll */
/*
 * Active Messages: what comes back to its sender, what a handler may not do, that none
 * runs while a core holds, and errors.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BACK,   /* 0: what comes back */
	COUNT,  /* adds one */
	NESTED, /* tries what a handler may not do */
	LAST,   /* of one core */
	HANDLERS,
	GONE = 9, /* no handler has this index */
	TAG = 0x1234567,
};

static uint32_t me, cores;
static volatile uint32_t counted, back, tried, ended;
static uint32_t last_back[4];
static struct weft_am_message *counts;

static void comes_back(struct weft_am_message *m)
{
	last_back[0] = m->from;
	last_back[1] = m->handler;
	last_back[2] = (uint32_t)m->reason;
	last_back[3] = m->count == 8 ? m->word[7] : m->count;
	back++;
}

static void count(struct weft_am_message *m)
{
	counts = m;
	counted++;
}

static void nested(struct weft_am_message *m)
{
	struct weft_am_dest back_there = {m->from, 3, TAG, 5};

	tried = weft_am_request(&back_there, COUNT, NULL, 0, 0) ==
			WEFT_ERR_CONTEXT &&
		weft_am_poll() == WEFT_ERR_CONTEXT &&
		weft_am_wait(&counted, 0, 0) == WEFT_ERR_CONTEXT &&
		weft_am_reply(m, 0, NULL, 0) == WEFT_ERR_NUMBER &&
		weft_am_reply(m, COUNT, NULL, 9) == WEFT_ERR_SIZE &&
		weft_am_reply(m, COUNT, NULL, 1) == WEFT_ERR_NULL;
	weft_am_reply(m, COUNT, NULL, 0);
}

static void last(struct weft_am_message *m)
{
	(void)m;
	ended++;
}

static weft_am_handler *const table[HANDLERS] = {comes_back, count, nested,
						 last};
static const struct weft_am_endpoint serves = {TAG, table, HANDLERS, NULL};
static const struct weft_am_endpoint asks = {0, table, HANDLERS, NULL};

static struct weft_am_dest at(uint32_t rank)
{
	return (struct weft_am_dest){rank, 3, TAG, 5};
}

static bool returned(struct weft_am_dest to, uint32_t handler, int reason)
{
	uint32_t words[] = {1, 2, 3, 4, 5, 6, 7, handler + me};
	uint32_t n = back + 1;
	bool ok = !weft_am_request(&to, handler, words, 8, WEFT_FOREVER) &&
		  !weft_am_wait(&back, n, WEFT_FOREVER);

	return ok && back == n && last_back[0] == to.rank &&
	       last_back[1] == handler && last_back[2] == (uint32_t)reason &&
	       last_back[3] == handler + me;
}

static bool comes_back_to_sender(void)
{
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	struct weft_am_dest to = at(next);
	bool ok = returned(to, GONE, WEFT_ERR_NAME);

	to.tag++;
	ok &= returned(to, COUNT, WEFT_ERR_KEY);
	to.endpoint = 4;
	ok &= returned(to, COUNT, WEFT_ERR_STATE);
	/* The core before me has sent all that I have to return when this comes. */
	to = at(next);
	return ok && !weft_am_request(&to, LAST, NULL, 0, WEFT_FOREVER) &&
	       !weft_am_wait(&ended, 1, WEFT_FOREVER);
}

/* The same of a destination that has been looked up. */
static bool aimed_errors(void)
{
	struct weft_am_dest to = at(me);
	struct weft_am_target target;
	uint32_t word = 0, n = counted;
	bool ok = weft_am_aim(NULL, &to) == WEFT_ERR_NULL &&
		  weft_am_aim(&target, NULL) == WEFT_ERR_NULL &&
		  !weft_am_aim(&target, &to);

	ok &= weft_am_request_any(NULL, COUNT, &word, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_request_to(&target, COUNT, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_request_to(&target, COUNT, &word, 9, 0) ==
	      WEFT_ERR_SIZE;
	ok &= weft_am_request_to(&target, 0, &word, 1, 0) == WEFT_ERR_NUMBER;
	ok &= weft_am_request_to(&target, 256, &word, 1, 0) == WEFT_ERR_NUMBER;
	ok &= weft_am_request_any(&target, COUNT, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_request_any(&target, 0, &word, 1, 0) == WEFT_ERR_NUMBER;
	weft_am_wait(&counted, n + 1, 10);
	return ok && counted == n;
}

static bool errors(void)
{
	struct weft_am_dest to = at(me);
	uint32_t word = 0;
	bool ok = weft_am_request(NULL, COUNT, NULL, 0, 0) == WEFT_ERR_NULL;

	ok &= weft_am_request(&to, COUNT, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_request(&to, COUNT, &word, 9, 0) == WEFT_ERR_SIZE;
	ok &= weft_am_request(&to, 0, &word, 1, 0) == WEFT_ERR_NUMBER;
	ok &= weft_am_request(&to, 256, &word, 1, 0) == WEFT_ERR_NUMBER;
	to.rank = cores;
	ok &= weft_am_request(&to, COUNT, &word, 1, 0) == WEFT_ERR_RANK;
	to = at(me);
	to.endpoint = 16;
	ok &= weft_am_request(&to, COUNT, &word, 1, 0) == WEFT_ERR_NUMBER;
	ok &= weft_am_reply(NULL, COUNT, &word, 1) == WEFT_ERR_NULL;
	ok &= weft_am_begin(WEFT_AM_POLL) == WEFT_ERR_STATE;
	ok &= weft_am_open(3, &serves) == WEFT_ERR_STATE;
	ok &= weft_am_open(16, &serves) == WEFT_ERR_NUMBER;
	ok &= weft_am_open(7, NULL) == WEFT_ERR_NULL;
	ok &= weft_am_close(7) == WEFT_ERR_STATE;
	ok &= weft_am_wait(&counted, counted + 1, 10) == WEFT_ERR_TIMEOUT;
	weft_am_hold();
	ok &= weft_am_request(&to, COUNT, &word, 1, 0) == WEFT_ERR_STATE;
	weft_am_release();
	return ok && aimed_errors();
}

/* A handler may not wait; and nothing runs while a core holds. */
static bool held(void)
{
	struct weft_am_dest to = at(me);
	uint32_t n = counted;
	bool ok = !weft_am_request(&to, NESTED, NULL, 0, WEFT_FOREVER);

	ok &= !weft_am_wait(&counted, n + 1, WEFT_FOREVER) && tried;
	weft_am_hold();
	weft_am_hold();
	n = counted;
	ok &= weft_am_wait(&counted, n + 1, 1) == WEFT_ERR_STATE;
	weft_am_release();
	ok &= weft_am_request(&to, COUNT, NULL, 0, 1) == WEFT_ERR_STATE;
	weft_am_release();
	ok &= !weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
	ok &= !weft_am_wait(&counted, n + 1, WEFT_FOREVER);
	/* Its handler has ended. */
	ok &= weft_am_reply(counts, COUNT, NULL, 0) == WEFT_ERR_STATE;
	return ok;
}

int main(int argc, char **argv)
{
	bool polls = argc < 2 || !strcmp(argv[1], "poll");

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	tap_ok(weft_am_poll() == WEFT_ERR_STATE && !weft_am_open(3, &serves) &&
		       !weft_am_open(5, &asks) &&
		       !weft_am_begin(polls ? WEFT_AM_POLL : WEFT_AM_INTERRUPT),
	       "begins, with %u slots", (unsigned)weft_am_slots());
	tap_ok(held(), "a handler may not wait, and can be held off");
	tap_ok(comes_back_to_sender(), "what has no handler comes back");
	tap_ok(errors(), "errors");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
