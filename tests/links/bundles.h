/* SPDX-License-Identifier: Apache-2.0 */
/* Several links as one, on wires with faults: streams from each chip to each other one. */
#ifndef TESTS_LINKS_BUNDLES_H
#define TESTS_LINKS_BUNDLES_H

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

/* What was done since begin() counts. */
static void end(void)
{
	for (uint32_t i = 0; i < chips; i++) {
		chips_count(lanes[i], bundles[i].lanes, 0);
	}
	chips_count(lanes[0], 0, now);
}

/* Both lanes are alike, and nothing is lost, unless the caller changes that. */
static void begin(uint32_t count, uint32_t n)
{
	static void *memory[LANES], *pools[CHIPS_MOST][LANES];

	end();
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

#endif
