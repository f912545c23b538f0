/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast by the network's multicast (arch/multicast.h), to all cores of the run.
 *
 * Rank 0 multicasts, whoever is the root: so there is one multicaster, and nothing is to
 * be agreed on when the root changes.  Another root puts its chunks at rank 0 first, at
 * the same place, ahead of what rank 0 multicasts.
 *
 * Each core has a ring of CAST_UNITS units in its window, used by this broadcast alone: so
 * a core that has not entered the call may be sent to.  All count the units of all calls
 * alike.  A chunk takes whole units in a row, at most half of them; a long message's
 * begin at a half.  What fits beside a word in a line goes with it, in a line of
 * the unit's own, at once.
 *
 * The words, each compared modulo 2^32 and with one writer at a time:
 *   landed     everywhere, by rank 0: chunks up to this unit are in the ring here;
 *   line u     everywhere, by rank 0, at rank 0 by the root: its first word is the end of the
 *              short chunk that is beside it;
 *   put        at rank 0, by the root: chunks up to this unit are in rank 0's ring;
 *   room       at the root, by rank 0: it may put at rank 0 up to this unit;
 *   arrivals   at rank 0, by each core (collectives/barrier/arrivals.h): I have read chunks up
 *              to this unit.
 *
 * Rank 0 overwrites a unit when all have read what was there a turn before.  When it must
 * look, it waits until all have read what is half a ring behind, so that it looks seldom.
 */
#ifndef COLLECTIVES_MULTICAST_H
#define COLLECTIVES_MULTICAST_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/barrier/arrivals.h"

enum {
	CAST_UNIT = 2048,
	CAST_UNIT_SHIFT = 11,
	CAST_UNITS = 64,
	CAST_HALF = CAST_UNITS / 2,
	CAST_CHUNK = CAST_HALF * CAST_UNIT, /* bytes, at most */
	CAST_WORDS = ARCH_LINE / 4,
	CAST_SHORT = ARCH_LINE - 4, /* bytes beside a word */
};

struct cast {
	uint32_t landed, put, room; /* flags */
	uint32_t arrivals;          /* offset of words */
	uint32_t lines, ring;       /* offsets */
	uint32_t at;                /* units of all calls, so far */
	uint32_t read;              /* that all have, as rank 0 knows */
	uint32_t refreshed;         /* at: collectives/barrier/words.h */
};

/* The world's; no other team has one. */
extern struct cast cast_world;

#endif
