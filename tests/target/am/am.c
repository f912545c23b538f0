/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed args=poll seeds=2 time-out=120 */
/* weft-test: cores=1,2,3 args=interrupt time-out=120 */
/* weft-test: cores=17 args=mixed time-out=120 */
/* weft-test: cores=3 boards=blackhole-emu args=interrupt seeds=4 */
/* weft-test: cores=48 boards=scc-sim,scc-qemu args=mixed full=1 time-out=120 */
/* weft-test: cores=3 args=hybrid time-out=120 */
/* weft-test: cores=17 boards=scc-sim args=all time-out=120 */
/* weft-test: cores=3 boards=scc-sim args=mixed seeds=3 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: cores=3 boards=scc-sim modes=strict args=interrupt o=faults=7:0.1:irq
   seeds=3 env=WEFT_TICK_US=500 time-out=120 */
/* weft-test: boards=scc-sim cores=100 args=poll time-out=120 */
/* weft-test: boards=mpi cores=65 o=window_kb=64 args=poll full=1 time-out=120 */
/* weft-image: am_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_least boards=scc-sim cores=1,2,3,17,48 args=poll time-out=120 */
/* weft-test: image=am_least boards=scc-sim cores=2,3,17,48 args=all time-out=120 */
/* weft-test: image=am_least boards=scc-sim cores=3 modes=relaxed args=mixed seeds=4 */
/* weft-test: image=am_least boards=scc-qemu,arm-qemu,wormhole-emu cores=3
   args=mixed time-out=120 */
/*
 * Active Messages: random traffic of all to all, checked against what each core knows
 * that the others send; floods at one core; replies to all at once.
 *
 * Each core draws a plan for every pair from the run's seed, so both ends know it:
 * how many requests, with how many words each, and which are answered.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BACK,   /* 0: nothing comes back */
	WORK,   /* a numbered request, perhaps to be answered */
	ANSWER, /* of it */
	COUNT,  /* adds one */
	HANDLERS,
	CORES = 255, /* as many as Active Messages take */
	TAG = 0x1234567,
};

static uint32_t me, cores, requests;

/* Of each other core: the next that is to come. */
static uint32_t heard[CORES], answered[CORES], asked[CORES];
static volatile uint32_t worked, answers, counted;
static uint32_t wrong;
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

static weft_am_handler *const table[HANDLERS] = {NULL, work, answer, count};
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
		expected +=
			me != one && is_answered(plan(me, one, asked[one] - 1));
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

static enum weft_am_reception reception(const char *how)
{
	if (!strcmp(how, "all")) {
		return (enum weft_am_reception)(WEFT_AM_POLL + me % 3);
	}
	if (!strcmp(how, "hybrid")) {
		return WEFT_AM_HYBRID;
	}
	return !strcmp(how, "poll") || (!strcmp(how, "mixed") && (me & 1))
		       ? WEFT_AM_POLL
		       : WEFT_AM_INTERRUPT;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "poll";
	uint32_t one;

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	seed = tap_random();
	one = tap_below(tap_random(), cores);
	requests = cores > 17 ? 4 : cores > 3 ? 12 : 100;
	tap_ok(weft_am_poll() == WEFT_ERR_STATE && !weft_am_open(3, &serves) &&
		       !weft_am_open(5, &asks) &&
		       !weft_am_begin(reception(how)),
	       "begins, with %u slots", (unsigned)weft_am_slots());
	tap_ok(all_to_all(), "all to all, in order");
	tap_ok(one_and_all(one), "all to one, one to all");
	tap_ok(wrong == 0, "all words are right");
	tap_ok(deepest == 1, "no handler runs inside another");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
