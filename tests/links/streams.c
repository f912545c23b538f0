/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams over a wire with faults: nothing is lost, nothing comes twice, all in order.  The
 * first argument is how many frames each stream has.
 */
#include "runtime/crc.h"
#include "tests/links/chips.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t sent[CHIPS_MOST][CHIPS_MOST], came[CHIPS_MOST][CHIPS_MOST];
static uint32_t reads[CHIPS_MOST]; /* takes at most so many packets a step */

/* One chip's application: sends to all, takes what comes, in the pool's upper rule. */
static bool application(uint32_t me, uint32_t count, uint32_t both)
{
	uint32_t n = wire.chips, from;

	for (uint32_t k = 0;
	     k < reads[me] && (from = link_any(&chip[me])) != LINK_NONE; k++) {
		if (!chips_take(me, from, came[me][from])) {
			return false;
		}
		came[me][from]++;
	}
	for (uint32_t to = 0; to < n; to++) {
		while (to != me && (both || me < to) && sent[me][to] < count &&
		       !chips_send(me, to, sent[me][to],
				   sent[me][to] == count - 1 ? LINK_LAST : 0)) {
			sent[me][to]++;
		}
	}
	return true;
}

static bool all_came(uint32_t count, uint32_t both)
{
	for (uint32_t i = 0; i < wire.chips; i++) {
		for (uint32_t j = 0; j < wire.chips; j++) {
			if (i != j && (both || j < i) && came[i][j] < count) {
				return false;
			}
		}
	}
	return true;
}

static bool run(uint32_t count, uint32_t both, const char *what)
{
	uint64_t steps = 0;
	bool right = true;

	for (uint32_t i = 0; i < wire.chips; i++) {
		reads[i] = 1 + (i & 1) * 15;
		for (uint32_t j = 0; j < wire.chips; j++) {
			sent[i][j] = came[i][j] = 0;
			link_want(&chip[i], j, i != j && (both || j < i));
		}
	}
	while (right && !all_came(count, both) &&
	       ++steps < 400 * (uint64_t)count) {
		for (uint32_t i = 0; right && i < wire.chips; i++) {
			right = application(i, count, both);
		}
		chips_step();
	}
	right = right && all_came(count, both);
	for (uint32_t i = 0; i < wire.chips; i++) {
		link_want(&chip[i], (i + 1) % wire.chips, false);
	}
	ok(right, what);
	printf("# wire lost %u late %u; ticks %u, round trip %u\n", wire.lost,
	       wire.late, wire.now, chip[0].round_trip);
	return right;
}

/* Of any length, and what follows another, as of the slow way. */
static void checksum(void)
{
	uint32_t words[16], differ = 0;
	uint8_t *bytes = (uint8_t *)words;

	for (uint32_t i = 0; i < sizeof(words); i++) {
		bytes[i] = (uint8_t)(i * 37 + 11);
	}
	for (uint32_t n = 0; n <= sizeof(words); n++) {
		uint32_t first = n & ~3u;

		differ += link_crc(7, words, n) != rt_crc(7, words, n);
		differ += link_crc(link_crc(0, words, first), bytes + first,
				   n - first) != rt_crc(0, words, n);
	}
	ok(differ == 0, "the checksum is a CRC-32");
}

int main(int argc, char **argv)
{
	static const uint32_t none_in[] = {0, 4000, 400,
					   40}; /* bursts of 4 on average */
	uint32_t count = argc > 1 ? (uint32_t)atoi(argv[1]) : 20000;
	uint32_t seed = argc > 2 ? (uint32_t)atoi(argv[2]) : 1;

	for (uint32_t i = 0; i < 4; i++) {
		static const char *const percent[] = {"0", "0.1", "1", "10"};
		char what[80];

		for (uint32_t both = 0; both < 2; both++) {
			chips_open(2, 100, seed);
			wire.faults.loss = none_in[i] ? WIRE_IN(none_in[i]) : 0;
			wire.faults.more = UINT32_MAX / 4 * 3;
			snprintf(what, sizeof(what), "%s %% lost, %s",
				 percent[i], both ? "both ways" : "one way");
			run(both ? count / 2 : count, both, what);
		}
	}
	chips_open(3, 60, seed);
	wire.faults.loss = WIRE_IN(100);
	wire.faults.more = UINT32_MAX / 2;
	wire.faults.repeat = wire.faults.flip = WIRE_IN(50);
	wire.faults.late = WIRE_IN(20);
	wire.faults.late_by = 37;
	run(count / 4, 1, "three chips: lost, repeated, late, damaged");
	ok(chip[0].counts.damaged && chip[0].counts.twice && wire.late,
	   "all of these happened");
	chips_open(2, 5, seed);
	wire.faults.loss = WIRE_IN(20);
	run(count / 100, 1, "five buffers");
	chips_open(4, 6, seed);
	wire.faults.loss = WIRE_IN(20);
	run(count / 100, 1, "four chips, six buffers, 5 % lost");
	checksum();
	return done_testing();
}
