/* SPDX-License-Identifier: Apache-2.0 */
/* Several links as one: what comes, in which order, how fast, and what a bad lane costs. */
#include "tests/links/chips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "links/bundle.h"

enum {
	LANES = 2,
	BUFFERS = 100, /* of a lane, usually */
	FEW = 6,
	RING = 32,
	COPIES = 4096 * 128,
	STREAM = 20000,
};

static struct wire wires[LANES];
static struct wire_side sides[LANES][CHIPS_MOST];
static struct links lanes[CHIPS_MOST][LANES];
static struct bundle_peer peers[CHIPS_MOST][CHIPS_MOST];
static struct bundle bundles[CHIPS_MOST];
static uint32_t buffers = BUFFERS, chips, sent[CHIPS_MOST][CHIPS_MOST],
	came[CHIPS_MOST][CHIPS_MOST], now;

/* Both lanes are alike, and nothing is lost, unless the caller changes that. */
static void begin(uint32_t count, uint32_t n)
{
	static void *memory[LANES], *pools[CHIPS_MOST][LANES];

	chips = count;
	now = 0;
	memset(sent, 0, sizeof(sent));
	memset(came, 0, sizeof(came));
	for (uint32_t lane = 0; lane < n; lane++) {
		size_t bytes = link_memory(count, buffers + RING, CHIPS_FRAME);

		memory[lane] = realloc(memory[lane], COPIES);
		wire_open(&wires[lane], sides[lane], count, CHIPS_FRAME,
			  lane + 1, memory[lane], COPIES);
		wires[lane].speed.latency = 100;
		wires[lane].speed.frame_ticks = 20;
		for (uint32_t i = 0; i < count; i++) {
			pools[i][lane] = realloc(pools[i][lane], bytes);
			struct link_setup setup = {
				.device = &sides[lane][i].device,
				.me = i,
				.chips = count,
				.memory = pools[i][lane],
				.bytes = bytes,
				.ring = RING,
				.round_trip = 250,
			};

			if (link_open(&lanes[i][lane], &setup)) {
				printf("Bail out! link_open\n");
				exit(1);
			}
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		bundle_open(&bundles[i], lanes[i], n, peers[i]);
	}
}

static void bundles_step(void)
{
	now += 5;
	for (uint32_t lane = 0; lane < bundles[0].lanes; lane++) {
		wires[lane].now = now;
	}
	for (uint32_t i = 0; i < chips; i++) {
		bundle_round(&bundles[i], now);
	}
}

/* Sends what is left of so many, and takes what has come; false: something is wrong. */
static bool bundles_play(uint32_t me, uint32_t to, uint32_t count)
{
	uint32_t from, bytes;

	while (sent[me][to] < count) {
		uint32_t words[3] = {sent[me][to], me, to};

		if (bundle_send(&bundles[me], to, words, sizeof(words), 0)) {
			break;
		}
		sent[me][to]++;
	}
	while ((from = bundle_any(&bundles[me])) != LINK_NONE) {
		const void *data = bundle_next(&bundles[me], from, &bytes);
		uint32_t words[3] = {came[me][from]++, from, me};

		if (bytes != sizeof(words) || memcmp(data, words, bytes)) {
			return false;
		}
		bundle_release(&bundles[me], from);
	}
	return true;
}

/* Everybody sends so many to everybody; `one_way`: chip 0 does, to chip 1.  Ticks; 0: it failed. */
static uint32_t bundles_run(uint32_t count, bool one_way)
{
	bool right = true, all = false;

	for (uint32_t i = 0; i < chips; i++) {
		for (uint32_t j = 0; j < chips; j++) {
			bundle_want(&bundles[i], j, i != j && (!one_way || i));
		}
	}
	while (right && !all && now < 400 * count + 100000) {
		all = true;
		for (uint32_t i = 0; right && i < chips; i++) {
			for (uint32_t j = 0; right && j < chips; j++) {
				uint32_t n = one_way && i > j ? 0 : count;

				if (i != j) {
					right = bundles_play(i, j, n);
					n = one_way && i < j ? 0 : count;
					all &= came[i][j] == n;
				}
			}
		}
		bundles_step();
	}
	return right && all ? now : 0;
}

static void twice_as_fast(void)
{
	uint32_t one, two;

	begin(2, 1);
	one = bundles_run(STREAM, true);
	ok(one > 0, "one lane is a link");
	begin(2, 2);
	two = bundles_run(STREAM, true);
	ok(two > 0 && two < one / 2 + one / 10,
	   "two lanes take half of the time");
	printf("# ticks: %u by one lane, %u by two\n", one, two);
}

static void each_alone(void)
{
	begin(2, 2);
	wires[1].faults.loss = WIRE_IN(40);
	wires[1].faults.more = UINT32_MAX / 4 * 3;
	ok(bundles_run(STREAM, true) > 0, "one lane loses 10 %: all come");
	ok(lanes[0][1].counts.resent > STREAM / 20 &&
		   lanes[0][0].counts.resent < STREAM / 400,
	   "what one loses makes the other resend next to nothing");
	ok(lanes[0][1].counts.sent < lanes[0][0].counts.sent,
	   "and it has fewer of them");
	for (int i = 0; i < 2; i++) {
		struct link_counts *a = &lanes[0][i].counts;
		struct link_counts *b = &lanes[1][i].counts;

		printf("# sent %u resent %u probes %u asked %u; there: acks %u "
		       "prods %u dropped %u twice %u\n",
		       a->sent, a->resent, a->probes, a->asked, b->acks,
		       b->prods, b->dropped, b->twice);
	}
}

static void slow_lane(void)
{
	begin(2, 2);
	wires[1].speed.frame_ticks = 200;
	ok(bundles_run(STREAM, true) > 0 &&
		   lanes[0][1].counts.sent < lanes[0][0].counts.sent / 2,
	   "a slow lane has fewer of them");
	printf("# ticks %u, sent %u and %u\n", now, lanes[0][0].counts.sent,
	       lanes[0][1].counts.sent);
}

static void all_faults(void)
{
	begin(3, 2);
	for (uint32_t lane = 0; lane < LANES; lane++) {
		struct wire_faults *faults = &wires[lane].faults;

		faults->loss = WIRE_IN(100);
		faults->more = UINT32_MAX / 2;
		faults->repeat = faults->flip = WIRE_IN(50);
		faults->late = WIRE_IN(20);
		faults->late_by = 170;
	}
	ok(bundles_run(STREAM / 4, false) > 0,
	   "three chips, both lanes lose, repeat, reorder and damage");
}

/* What waits to be merged fills all pools; the next one always has a buffer kept for it. */
static void few_buffers(void)
{
	buffers = FEW;
	begin(4, 2);
	for (uint32_t lane = 0; lane < LANES; lane++) {
		wires[lane].faults.loss = WIRE_IN(20);
	}
	ok(bundles_run(STREAM / 100, false) > 0,
	   "four chips, six buffers for each lane, 5 % lost");
	buffers = BUFFERS;
}

static void full(void)
{
	uint32_t n = 0, word = 0, at;

	begin(2, 2);
	wires[0].faults.loss = wires[0].faults.more = UINT32_MAX;
	while (!bundle_send(&bundles[0], 1, &word, sizeof(word), 0)) {
		n++;
	}
	ok(n == BUFFERS / 4 * 3, "who is too far ahead is refused");
	ok(bundle_due(&bundles[0], &at) && at > now && at < now + 1000,
	   "and looks again after a round trip");
	for (int i = 0; i < 100; i++) {
		bundles_step();
	}
	ok(lanes[0][0].peer[1].holds_up && !lanes[0][1].peer[1].holds_up,
	   "and the lane asks on which they wait");
	ok(bundle_send(&bundles[0], 1, &word, bundle_most(&bundles[0]) + 1,
		       0) != WEFT_OK &&
		   bundle_kept(&bundles[0]) == n,
	   "what is refused takes nothing");
	wires[0].faults.loss = wires[0].faults.more = 0;
	for (int i = 0; i < 2000; i++) {
		bundles_step();
	}
	ok(bundle_kept(&bundles[0]) < n / 2 && !lanes[0][0].peer[1].holds_up &&
		   !bundle_due(&bundles[0], &at),
	   "until that one has come");
	begin(2, 2);
	ok(bundle_send(&bundles[0], 0, &word, 4, 0) == WEFT_ERR_RANK &&
		   bundle_send(&bundles[0], 1, &word,
			       bundle_most(&bundles[0]) + 1,
			       0) == WEFT_ERR_SIZE,
	   "wrong calls are named");
}

/* Nobody waits for what was sent: who sent it asks, by each lane that has some of it. */
static void flushed(void)
{
	uint32_t word = 0, bytes, at, n = 0;

	begin(2, 2);
	wires[0].faults.loss = wires[1].faults.loss = UINT32_MAX;
	wires[0].faults.more = wires[1].faults.more = UINT32_MAX;
	for (; word < 10; word++) {
		bundle_send(&bundles[0], 1, &word, sizeof(word), 0);
	}
	bundles_step();
	ok(!bundle_due(&bundles[0], &at), "nobody asks for anything");
	ok(!bundle_flush(&bundles[0], 1) && bundle_due(&bundles[0], &at),
	   "until it is flushed");
	for (int i = 0; i < 1000; i++) {
		bundles_step();
	}
	ok(bundle_unanswered(&bundles[0], 1) > 2, "a dead wire is told of");
	wires[1].faults.loss = wires[1].faults.more = 0;
	for (int i = 0; i < 10000; i++) {
		bundles_step();
	}
	ok(bundle_unanswered(&bundles[0], 1) > 2 &&
		   !bundle_flush(&bundles[0], 1),
	   "and so is one of two");
	wires[0].faults.loss = wires[0].faults.more = 0;
	for (int i = 0; i < 10000; i++) {
		bundles_step();
	}
	while (bundle_next(&bundles[1], 0, &bytes)) {
		bundle_release(&bundles[1], 0);
		n++;
	}
	ok(n == 10 && bundle_flush(&bundles[0], 1) &&
		   bundle_kept(&bundles[0]) == 0,
	   "all come when both carry again");
}

int main(void)
{
	twice_as_fast();
	each_alone();
	slow_lane();
	all_faults();
	few_buffers();
	full();
	flushed();
	return done_testing();
}
