/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2 args=table=B o=table=B */
/* weft-bench: boards=scc-sim cores=4 args=table=B,build=chip o=table=B */
/* weft-bench: boards=scc-sim-chips cores=4 args=table=B,build=chips */
/*
 * What it costs messages by the MPB that a second protocol is carried (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998, table 7.6), between two cores that poll.
 * protocols=1: requests alone (weft/am.h).  protocols=2: a way (weft/am_way.h), which
 * looks whether its destination is on this chip, and waits that look at a link, too, adaptively;
 * it brings nothing, and a look at it takes 2.6 us, as published.
 *
 * build=chips: requests alone, between two cores of a chip, in a build that carries them to
 * other chips as well, by links.  There is a second chip, to which nothing is said.
 * build=chip: the same cores in a build for one chip.
 *
 * op=poll_fast, op=poll_slow: a poll of the MPB and one of the chip's own link
 * (weft_am_link_chips), by the core that carries it, when neither brings anything.
 *
 * LogP as in bench/am_way.c: the round trip, o_s and o_r of as many messages as there are
 * slots, g of a row of a thousand.  Before all that so many go by the MPB that the
 * link is looked at least often, as in the publication.
 */
#include <string.h>

#include <weft/weft.h>

#include "am_slow_link.h"
#include "common.h"

enum {
	HIT = 1,
	ASK,
	TIMES = 1000,
	BURSTS = 100,
};

static volatile uint32_t hits;
static struct weft_am_way way = {.to = {0, 0, 1, 0}};
static bool two; /* protocols */
static uint32_t me;

static void hit(struct weft_am_message *m)
{
	(void)m;
	hits++;
}

static void ask(struct weft_am_message *m)
{
	hits++;
	weft_am_reply(m, HIT, m->word, 1);
}

static weft_am_handler *const table[] = {NULL, hit, ask};
static const struct weft_am_endpoint endpoint = {1, table, 3, NULL};

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void send(uint32_t handler)
{
	uint32_t word = 1;

	need(two ? weft_am_way_send(&way, handler, &word, 1, NULL, 0,
				    WEFT_FOREVER)
		 : weft_am_request(&way.to, handler, &word, 1, WEFT_FOREVER));
}

static void await(uint32_t n)
{
	need(two ? weft_am_queue_wait(&hits, n, WEFT_FOREVER)
		 : weft_am_wait(&hits, n, WEFT_FOREVER));
}

static void meet(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Cycles: rank 0 asks, rank 1 serves. */
static uint64_t round_trips(uint32_t times)
{
	uint64_t start;

	meet();
	start = weft_cycles();
	if (me == 1) {
		await(hits + times);
	}
	for (uint32_t i = 0; me == 0 && i < times; i++) {
		uint32_t n = hits + 1;

		send(ASK);
		await(n);
	}
	return weft_cycles() - start;
}

/* Of a row: until rank 1 has handled all. */
static uint64_t one_way(void)
{
	uint32_t n = hits + TIMES;
	uint64_t start;

	meet();
	start = weft_cycles();
	for (uint32_t i = 0; me == 0 && i < TIMES; i++) {
		send(HIT);
	}
	if (me == 1) {
		await(n);
	}
	return bench_max(weft_cycles() - start);
}

/* Messages that have room and that nobody serves; then they are served. */
static void overheads(uint64_t *o_s, uint64_t *o_r)
{
	uint32_t burst = weft_am_slots();

	*o_s = *o_r = 0;
	for (uint32_t i = 0; i < BURSTS; i++) {
		uint32_t n = hits + burst;
		uint64_t start;

		meet();
		start = weft_cycles();
		for (uint32_t k = 0; me == 0 && k < burst; k++) {
			send(HIT);
		}
		*o_s += weft_cycles() - start;
		meet();
		start = weft_cycles();
		if (me == 1) {
			await(n);
		}
		*o_r += weft_cycles() - start;
	}
	*o_s /= burst;
	*o_r = bench_max(me == 1 ? *o_r / burst : 0);
}

static void row(const char *metric, uint64_t cycles, uint32_t times)
{
	const char *build = bench_arg("build", "");

	bench_row("am", metric, "us", bench_ns(cycles) / times, "table=B,%s%s",
		  *build ? "build=" : "protocols=",
		  *build ? build
		  : two  ? "2"
			 : "1");
}

/* Cycles of so many polls that find nothing. */
static uint64_t polls(void)
{
	uint64_t start = weft_cycles();

	for (uint32_t i = 0; i < TIMES; i++) {
		weft_am_queue_serve();
	}
	return weft_cycles() - start;
}

/* Also of the link, if this core carries it: what that takes, else 0. */
static uint64_t polls_of_link(void)
{
	static struct weft_am_link own = {.every = 1};
	uint64_t both, fast = polls();

	if (weft_am_link_chips(&own)) {
		return 0;
	}
	need(weft_am_link_open(&own));
	both = polls();
	need(weft_am_link_close(&own));
	return both - fast;
}

static void poll_rows(void)
{
	uint64_t fast, slow;

	meet();
	bench_idle(1000); /* what the link has to say is said */
	fast = bench_max(me == 0 ? polls() : 0);
	slow = bench_max(polls_of_link());
	bench_row("am", "time", "us", bench_ns(fast) / TIMES,
		  "op=poll_fast,build=chips");
	bench_row("am", "time", "us", bench_ns(slow) / TIMES,
		  "op=poll_slow,build=chips");
}

static void measure(void)
{
	uint64_t o_s, o_r, trips, gaps;

	round_trips(TIMES); /* warm, and what the link's poll goes by */
	trips = round_trips(TIMES);
	overheads(&o_s, &o_r);
	gaps = one_way();
	row("round_trip", trips, TIMES);
	row("o_s", o_s, BURSTS);
	row("o_r", o_r, BURSTS);
	row("g", gaps, TIMES);
}

int main(int argc, char **argv)
{
	static struct weft_am_link link = {.send = slow_send,
					   .take = slow_take};

	bench_setup(argc, argv);
	me = weft_rank();
	way.to.rank = 1 - me;
	need(weft_am_open(0, &endpoint));
	need(weft_am_begin(WEFT_AM_POLL));
	measure();
	if (!strcmp(bench_arg("build", ""), "chips")) {
		poll_rows();
	}
	if (*bench_arg("build", "")) {
		return 0;
	}
	two = true;
	meet();
	need(weft_am_link_open(&link));
	measure();
	return 0;
}
