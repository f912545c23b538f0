/* SPDX-License-Identifier: Apache-2.0 */
/* Several links as one: what comes, in which order, how fast, and what a bad lane costs. */
#include "tests/links/bundles.h"

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
	for (int i = 0; i < 100000; i++) {
		bundles_step();
	}
	ok(bundle_unanswered(&bundles[0], 1) > 2 * LINK_TRIES &&
		   !bundle_flush(&bundles[0], 1),
	   "without an end, whichever wire it tries");
	wires[1].faults.loss = wires[1].faults.more = 0;
	for (int i = 0; i < 20000; i++) {
		bundles_step();
	}
	while (bundle_next(&bundles[1], 0, &bytes)) {
		bundle_release(&bundles[1], 0);
		n++;
	}
	ok(n == 10 && bundle_flush(&bundles[0], 1) &&
		   bundle_kept(&bundles[0]) == 0,
	   "all come when one carries again");
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
	end();
	return done_testing();
}
