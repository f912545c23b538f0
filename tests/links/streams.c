/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams over a wire with faults: nothing is lost, nothing comes twice, all in order.  The
 * first argument is how many frames each stream has.
 */
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

static uint32_t sum_of(const uint32_t *words, uint32_t bytes)
{
	struct link_sum sum = LINK_SUM;

	link_sum_add(&sum, words, bytes);
	return link_sum_word(&sum);
}

/* Modulo 2^32 - 1, by division: the last word counts 1 + 2 * 2^16 times, and so on. */
static uint32_t slow_sum(const uint32_t *words, uint32_t n)
{
	uint64_t sum = 1 + ((uint64_t)(n + 1) << 16);

	for (uint32_t i = 0; i < n; i++) {
		uint64_t times = 1 + ((uint64_t)(n + 1 - i) << 16);

		sum += times * words[i] % UINT32_MAX;
	}
	return (uint32_t)(sum % UINT32_MAX);
}

static bool same_sum(uint32_t one, uint32_t other)
{
	return one % UINT32_MAX == other % UINT32_MAX;
}

/* Any one or two flipped bits of so many words. */
static uint32_t flips_missed(uint32_t *words, uint32_t n)
{
	uint32_t right = sum_of(words, 4 * n), missed = 0;

	for (uint32_t i = 0; i < 32 * n; i++) {
		words[i >> 5] ^= 1u << (i & 31);
		missed += same_sum(sum_of(words, 4 * n), right);
		for (uint32_t j = 0; j < i; j++) {
			words[j >> 5] ^= 1u << (j & 31);
			missed += same_sum(sum_of(words, 4 * n), right);
			words[j >> 5] ^= 1u << (j & 31);
		}
		words[i >> 5] ^= 1u << (i & 31);
	}
	return missed;
}

/* Of any length, in pieces too; and what it finds. */
static void checksum(void)
{
	uint32_t words[272], differ = 0, missed;
	uint8_t *bytes = (uint8_t *)words;

	words[0] = words[1] = UINT32_MAX; /* what is folded carries once more */
	differ += !same_sum(sum_of(words, 8), slow_sum(words, 2));
	for (uint32_t i = 0; i < sizeof(words); i++) {
		bytes[i] = (uint8_t)(i * 37 + (i >> 6) + 200);
	}
	for (uint32_t n = 0; n <= 272; n++) {
		struct link_sum sum = LINK_SUM;

		link_sum_add(&sum, words, n & ~7u);
		link_sum_add(&sum, bytes + (n & ~7u), 4 * n - (n & ~7u));
		differ += !same_sum(sum_of(words, 4 * n), slow_sum(words, n));
		differ += !same_sum(link_sum_word(&sum), slow_sum(words, n));
	}
	ok(differ == 0, "the checksum is the sum of words, each so many times");
	missed = flips_missed(words, 20);
	for (uint32_t i = 0; i < 8; i++) {
		words[i] = i & 1 ? UINT32_MAX : 0;
	}
	ok(missed + flips_missed(words, 20) == 0,
	   "it finds any one or two flipped bits");
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
