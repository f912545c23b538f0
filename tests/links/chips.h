/* SPDX-License-Identifier: Apache-2.0 */
/* Chips on a wire (links/wire.h) for host tests, and a line of TAP for each check. */
#ifndef TESTS_LINKS_CHIPS_H
#define TESTS_LINKS_CHIPS_H

#include "links/link_state.h"
#include "links/wire.h"

enum {
	CHIPS_MOST = 4,
	CHIPS_FRAME = 64
};

extern struct links chip[CHIPS_MOST];
extern struct wire wire;
extern struct wire_side side[CHIPS_MOST];
extern struct link_setup
	chip_setup; /* of those to come; chips_open gives all defaults */

/* So many chips with so many buffers each, a ring of 32 besides; latency 100, 4 a frame. */
void chips_open(uint32_t count, uint32_t buffers, uint32_t seed);

/* One round of each chip, then on to the next event, or by one tick. */
void chips_step(void);

/* Steps until nothing has been on the wire for so many ticks, or a million steps. */
void chips_settle(uint32_t quiet);

/* A packet whose content follows from its number and ends; is it that? */
int chips_send(uint32_t from, uint32_t to, uint32_t number, uint32_t flags);
bool chips_take(uint32_t at, uint32_t from, uint32_t number);

/*
 * What so many links have done adds to the figures that done_testing prints, and
 * tests/links.t compares: the wire repeats exactly.  chips_open does it for those before.
 */
void chips_count(const struct links *links, uint32_t n, uint32_t ticks);

void ok(bool holds, const char *what);
int done_testing(void);

#endif
