/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chips on a wire in memory (links/wire.h), all played by one core.  Time is the wire's: the
 * chips' software takes none.
 */
#ifndef BENCH_LINK_CHIPS_H
#define BENCH_LINK_CHIPS_H

#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "links/link_state.h"
#include "links/wire.h"

enum {
	LINK_CHIPS_MOST = 8,
	LINK_CHIPS_FRAME = 256, /* bytes: a full one */
	LINK_CHIPS_FULL = LINK_CHIPS_FRAME - sizeof(struct link_header),
	LINK_CHIPS_RING = 32,
	LINK_CHIPS_COPIES = 4096, /* frames under way */
};

static struct wire wire;
static struct wire_side sides[LINK_CHIPS_MOST];
static struct links chip[LINK_CHIPS_MOST];
static uint32_t n_chips;

static void *link_chips_room(size_t bytes)
{
	void *room = calloc(1, bytes);

	if (!room) {
		weft_panic("no room for the bench's chips");
	}
	return room;
}

/* A pool of so many buffers each.  Ticks: a full frame takes `full`, and then `latency`. */
static void link_chips_open(uint32_t n, uint32_t buffers, uint32_t full,
			    uint32_t latency)
{
	static void *memory[LINK_CHIPS_MOST], *copies;
	size_t bytes = (size_t)LINK_CHIPS_COPIES *
		       (sizeof(struct wire_copy) + LINK_CHIPS_FRAME + 8);

	if (!copies) {
		copies = link_chips_room(bytes);
	}
	n_chips = n;
	wire_open(&wire, sides, n, LINK_CHIPS_FRAME, 1, copies, bytes);
	wire.speed.ticks_256 = full;
	wire.speed.latency = latency;
	for (uint32_t i = 0; i < n; i++) {
		struct link_setup setup = {
			.device = &sides[i].device,
			.me = i,
			.chips = n,
			.bytes = link_memory(n, buffers + LINK_CHIPS_RING,
					     LINK_CHIPS_FRAME),
			.ring = LINK_CHIPS_RING,
			.round_trip = 2 * (full + latency),
		};

		free(memory[i]);
		setup.memory = memory[i] = link_chips_room(setup.bytes);
		if (link_open(&chip[i], &setup)) {
			weft_panic("a chip's link does not open");
		}
	}
}

/* Something can happen at that tick at the earliest, if no application does anything. */
static uint32_t link_chips_next(bool more)
{
	uint32_t at, first = wire.now + 1000;

	if (more) {
		return wire.now;
	}
	if (wire_next(&wire, wire.now, &at) && link_before(at, first)) {
		first = at;
	}
	for (uint32_t i = 0; i < n_chips; i++) {
		if (link_due(&chip[i], &at) && link_before(at, first)) {
			first = at;
		}
	}
	return link_before(wire.now, first) ? first : wire.now + 1;
}

/* A round of each; true: there is more to do at this tick. */
static bool link_chips_round(void)
{
	bool more = false;

	for (uint32_t i = 0; i < n_chips; i++) {
		more |= link_round(&chip[i], wire.now);
	}
	return more;
}

static struct link_counts link_chips_counts(void)
{
	struct link_counts all = {0};
	uint32_t *to = (uint32_t *)&all;

	for (uint32_t i = 0; i < n_chips; i++) {
		const uint32_t *from = (const uint32_t *)&chip[i].counts;

		for (uint32_t k = 0; k < sizeof(all) / sizeof(*to); k++) {
			to[k] += from[k];
		}
	}
	return all;
}

#endif
