/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=1,2,3 args=interrupt time-out=120 */
/* weft-test: cores=17 args=mixed time-out=120 */
/* weft-test: cores=48 boards=scc-sim,scc-qemu args=mixed full=1 time-out=120 */
/* weft-test: cores=3 boards=scc-sim args=mixed seeds=3 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: cores=3 boards=scc-sim modes=strict args=interrupt o=faults=7:0.1:irq
   seeds=3 env=WEFT_TICK_US=500 time-out=120 */
/*
 * Active Messages: random traffic of all to all, checked against what each core knows
 * that the others send; floods at one core; replies to all at once; what comes back.
 *
 * Each core draws a plan for every pair from the run's seed, so both ends know it:
 * how many requests, with how many words each, and which are answered.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BACK,   /* 0: what comes back */
	WORK,   /* a numbered request, perhaps to be answered */
	ANSWER, /* of it */
	COUNT,  /* adds one */
	NESTED, /* tries what a handler may not do */
	HANDLERS,
	GONE = 9, /* no handler has this index */
	CORES = 64,
	TAG = 0x1234567,
};

static uint32_t me, cores, requests;
static bool polls;

/* Of each other core: the next that is to come. */
static uint32_t heard[CORES], answered[CORES], asked[CORES];
static volatile uint32_t worked, answers, counted, back, tried;
static uint32_t wrong, last_back[4];
static volatile uint32_t depth, deepest;

static uint32_t mix(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352d;
	x ^= x >> 15;
	x *= 0x846ca68b;
	return x ^ x >> 16;
}

static uint32_t seed;

/* Request n of one core to another: words, and whether it is answered. */
static uint32_t plan(uint32_t from, uint32_t to, uint32_t n)
{
	return mix(mix(from << 16 ^ to ^ seed) + n);
}

static uint32_t words_of(uint32_t p)
{
	return 1 + (p & 7); /* 1 to 8 */
}

static bool is_answered(uint32_t p)
{
	return p >> 3 & 1;
}

static void fill(uint32_t *words, uint32_t p, uint32_t n)
{
	words[0] = n;
	for (uint32_t i = 1; i < words_of(p); i++) {
		words[i] = p + i;
	}
}

static bool same(const struct weft_am_message *m, uint32_t p, uint32_t n)
{
	bool ok = m->count == words_of(p) && m->word[0] == n &&
		  m->reason == WEFT_OK;

	for (uint32_t i = 1; ok && i < m->count; i++) {
		ok = m->word[i] == p + i;
	}
	return ok;
}

static void enter(void)
{
	depth++;
	if (depth > deepest) {
		deepest = depth;
	}
}

static void leave(void)
{
	depth--;
}

static void comes_back(struct weft_am_message *m)
{
	enter();
	last_back[0] = m->from;
	last_back[1] = m->handler;
	last_back[2] = (uint32_t)m->reason;
	last_back[3] = m->count == 8 ? m->word[7] : m->count;
	back++;
	leave();
}

static void work(struct weft_am_message *m)
{
	uint32_t n = heard[m->from]++, p = plan(m->from, me, n);
	uint32_t words[WEFT_AM_WORDS];

	enter();
	wrong += !same(m, p, n) || m->endpoint != 3 || m->arg != heard;
	if (is_answered(p)) {
		fill(words, p, n);
		wrong += weft_am_reply(m, ANSWER, words, words_of(p)) != 0;
		wrong += weft_am_reply(m, ANSWER, words, 1) != WEFT_ERR_STATE;
	}
	worked++;
	leave();
}

static void answer(struct weft_am_message *m)
{
	uint32_t n = answered[m->from];
	uint32_t p;

	enter();
	while (!is_answered(plan(me, m->from, n))) {
		n++;
	}
	p = plan(me, m->from, n);
	answered[m->from] = n + 1;
	wrong += !same(m, p, n) || m->endpoint != 5;
	wrong += weft_am_reply(m, ANSWER, m->word, 1) != WEFT_ERR_STATE;
	answers++;
	leave();
}

static void count(struct weft_am_message *m)
{
	(void)m;
	enter();
	counted++;
	leave();
}

static void nested(struct weft_am_message *m)
{
	struct weft_am_dest back_there = {m->from, 3, TAG, 5};

	enter();
	tried = weft_am_request(&back_there, COUNT, NULL, 0, 0) ==
			WEFT_ERR_CONTEXT &&
		weft_am_poll() == WEFT_ERR_CONTEXT &&
		weft_am_wait(&counted, 0, 0) == WEFT_ERR_CONTEXT &&
		weft_am_reply(m, 0, NULL, 0) == WEFT_ERR_RANGE &&
		weft_am_reply(m, COUNT, NULL, 9) == WEFT_ERR_SIZE &&
		weft_am_reply(m, COUNT, NULL, 1) == WEFT_ERR_NULL;
	weft_am_reply(m, COUNT, NULL, 0);
	leave();
}

static weft_am_handler *const table[HANDLERS] = {comes_back, work, answer,
						 count, nested};
static const struct weft_am_endpoint serves = {TAG, table, HANDLERS, heard};
static const struct weft_am_endpoint asks = {0, table, HANDLERS, NULL};

static struct weft_am_dest at(uint32_t rank)
{
	return (struct weft_am_dest){rank, 3, TAG, 5};
}

/*
 * All have come so far: a barrier in messages, since a core that polls serves while it
 * waits.  Rank 0 is told by all, and asks all in turn.
 */
static bool meet(void)
{
	static uint32_t met;
	struct weft_am_dest to = at(0);
	bool ok = true;

	met++;
	if (me != 0) {
		ok &= !weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
		ok &= !weft_am_wait(&counted, met, WEFT_FOREVER);
		return ok;
	}
	ok &= !weft_am_wait(&counted, met * (cores - 1), WEFT_FOREVER);
	for (uint32_t i = 1; i < cores; i++) {
		to = at(i);
		ok &= !weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
	}
	return ok;
}

static bool ask(uint32_t to)
{
	struct weft_am_dest there = at(to);
	uint32_t n = asked[to]++, p = plan(me, to, n), words[WEFT_AM_WORDS];

	fill(words, p, n);
	return !weft_am_request(&there, WORK, words, words_of(p), WEFT_FOREVER);
}

static uint32_t answers_of(uint32_t from, uint32_t to, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < n; i++) {
		sum += is_answered(plan(from, to, i));
	}
	return sum;
}

/* Every core sends so many to each, in an order of its own. */
static bool all_to_all(void)
{
	uint32_t expected = 0;
	bool ok = true;

	for (uint32_t left = requests * cores; left > 0;) {
		uint32_t to = tap_below(tap_own_random(), cores);

		if (asked[to] < requests) {
			ok &= ask(to);
			left--;
			if (tap_below(tap_own_random(), 8) == 0) {
				tap_delay(tap_below(tap_own_random(), 2000));
			}
			if (tap_below(tap_own_random(), 4) == 0) {
				ok &= weft_am_poll() >= 0;
			}
		} else if (asked[to] == requests) {
			/* look for another one */
			for (to = 0; asked[to] >= requests; to++) {
			}
			ok &= ask(to);
			left--;
		}
	}
	for (uint32_t i = 0; i < cores; i++) {
		expected += answers_of(me, i, requests);
	}
	ok &= !weft_am_wait(&worked, requests * cores, WEFT_FOREVER);
	ok &= !weft_am_wait(&answers, expected, WEFT_FOREVER);
	return ok & meet() && worked == requests * cores && answers == expected;
}

/* All send to one, which is slow; then one asks all, whose replies come at once. */
static bool one_and_all(uint32_t one)
{
	uint32_t before = worked, expected = answers, more = requests * 2;
	bool ok = meet();

	for (uint32_t i = 0; i < more; i++) {
		ok &= me == one || ask(one);
		expected += me != one &&
			    is_answered(plan(me, one, asked[one] - 1));
	}
	if (me == one) {
		tap_delay(20000);
		ok &= !weft_am_wait(&worked, before + more * (cores - 1),
				    WEFT_FOREVER);
		for (uint32_t i = 0; i < more; i++) {
			for (uint32_t to = 0; to < cores; to++) {
				uint32_t p = plan(me, to, asked[to]);

				expected += is_answered(p);
				ok &= ask(to);
			}
		}
	}
	before += me == one ? more * (cores - 1) : 0;
	ok &= !weft_am_wait(&worked, before + more, WEFT_FOREVER);
	ok &= !weft_am_wait(&answers, expected, WEFT_FOREVER);
	return ok && meet();
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

/* V8 */
static bool comes_back_to_sender(void)
{
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	struct weft_am_dest to = at(next);
	bool ok = returned(to, GONE, WEFT_ERR_NAME);

	to.tag++;
	ok &= returned(to, COUNT, WEFT_ERR_REFUSED);
	to.endpoint = 4;
	ok &= returned(to, COUNT, WEFT_ERR_STATE);
	return ok && meet();
}

static bool errors(void)
{
	struct weft_am_dest to = at(me);
	uint32_t word = 0;
	bool ok = weft_am_request(NULL, COUNT, NULL, 0, 0) == WEFT_ERR_NULL;

	ok &= weft_am_request(&to, COUNT, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_request(&to, COUNT, &word, 9, 0) == WEFT_ERR_SIZE;
	ok &= weft_am_request(&to, 0, &word, 1, 0) == WEFT_ERR_RANGE;
	ok &= weft_am_request(&to, 256, &word, 1, 0) == WEFT_ERR_RANGE;
	to.rank = cores;
	ok &= weft_am_request(&to, COUNT, &word, 1, 0) == WEFT_ERR_RANK;
	to = at(me);
	to.endpoint = 16;
	ok &= weft_am_request(&to, COUNT, &word, 1, 0) == WEFT_ERR_RANGE;
	ok &= weft_am_reply(NULL, COUNT, &word, 1) == WEFT_ERR_NULL;
	ok &= weft_am_begin(WEFT_AM_POLL) == WEFT_ERR_STATE;
	ok &= weft_am_open(3, &serves) == WEFT_ERR_STATE;
	ok &= weft_am_open(16, &serves) == WEFT_ERR_RANGE;
	ok &= weft_am_open(7, NULL) == WEFT_ERR_NULL;
	ok &= weft_am_close(7) == WEFT_ERR_STATE;
	ok &= weft_am_wait(&counted, counted + 1, 10) == WEFT_ERR_TIMEOUT;
	weft_am_hold();
	ok &= weft_am_request(&to, COUNT, &word, 1, 0) == WEFT_ERR_STATE;
	weft_am_release();
	return ok;
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
	counted -= 2;
	return ok;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "poll";
	uint32_t one;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	seed = tap_random();
	one = tap_below(tap_random(), cores);
	requests = cores > 17 ? 4 : cores > 3 ? 12 : 100;
	polls = !strcmp(how, "poll") || (!strcmp(how, "mixed") && (me & 1));
	tap_ok(weft_am_poll() == WEFT_ERR_STATE &&
		       !weft_am_open(3, &serves) && !weft_am_open(5, &asks) &&
		       !weft_am_begin(polls ? WEFT_AM_POLL : WEFT_AM_INTERRUPT),
	       "begins, with %u slots", (unsigned)weft_am_slots());
	tap_ok(held(), "a handler may not wait, and can be held off");
	tap_ok(all_to_all(), "all to all, in order");
	tap_ok(one_and_all(one), "all to one, one to all");
	tap_ok(comes_back_to_sender(), "V8: what has no handler comes back");
	tap_ok(errors(), "errors");
	tap_ok(wrong == 0, "all words are right");
	tap_ok(deepest == 1, "V7: no handler runs inside another");
	weft_barrier(WEFT_FOREVER);
	return tap_end();
}
