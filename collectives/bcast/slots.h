/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring of slots: where short broadcasts are put, at the hubs of collectives/
 * hubs.h, without an acknowledgement.
 *
 * All cores of a team count the calls.  Each has a slot, the same bytes of MPB at all
 * hubs of its bank: the root puts the payload there, and last a word, the call's number; a
 * hub that others follow passes both on; everybody waits for the word at the hub
 * of the own region, and gets the payload from there.  A slot has one writer a call:
 * the root, or the hub above it.
 *
 * A slot is used again a turn later: as many calls as slots.  Before that comes a
 * barrier: when it is over, all have got the payloads of the turn, and all writes
 * to its slots have landed, whoever the roots were.  Any barrier does, so there is
 * none where one has come since a bank was used up, the application's maybe.
 *
 * A core's own slot is not written while it is the root of a push.  Words
 * that rest are refreshed: collectives/barrier/words.h.
 */
#ifndef COLLECTIVES_SLOTS_H
#define COLLECTIVES_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/barrier/barrier.h"
#include "collectives/bcast/hubs.h"

#include <weft/types.h>

enum {
	SLOTS_TELLS =
		32, /* more than any place of the trees has below it, twice */
	SLOTS_DONE = 1, /* no error, and nothing to do */
};

struct slots {
	/* The next call: where its slot's word is, and its number. */
	uint32_t word, call;
	/*
	 * What I do in it if it is of that root, a rank of the team.  By the hubs
	 * that are chosen for such sizes I send, or get, up to so many bytes; 0 by
	 * others, and where it is not kept, since it cannot be like the last one.
	 */
	uint32_t root, from; /* the same core; from: in the run */
	size_t sends, gets;
	uint32_t hub;   /* that I watch, if I am not the root */
	uint32_t tells; /* whom I tell */
	uint16_t tell[SLOTS_TELLS];
	bool kept;

	struct barrier_best *barrier; /* the team's */
	struct hubs *hubs;            /* of the last call; or null */
	struct hubs *chosen;          /* or null .. */
	uint32_t fast;                /* .. for up to so many bytes */
	uint32_t bank, left;          /* its; slots of it */
	uint32_t first, lines;     /* word of the first slot of a bank; slots */
	uint32_t refreshed;        /* call */
	uint32_t size, fits;       /* bytes of a slot, and of a call at most */
	uint32_t used[HUBS_BANKS]; /* barriers, when a bank was used up */
};

/*
 * In `bytes` bytes of the MPB from `offset` on: slots of s->size bytes, that begin
 * with the word.  Start.
 */
ARCH_COLD void slots_place(struct slots *s, struct barrier_best *barrier,
			   uint32_t offset, uint32_t bytes, uint32_t epoch);

/*
 * What a broadcast that may not be like the last one begins with: its arguments are
 * checked, and the role is taken that its slot asks for.  SLOTS_DONE if it moves
 * nothing; else WEFT_OK or an error.  Thread.
 */
int slots_prepare(struct slots *s, struct hubs *hubs, const void *data,
		  size_t size, uint32_t root, uint64_t deadline);

static inline int slots_enter(struct slots *s, struct hubs *hubs,
			      const void *data, size_t size, uint32_t root,
			      uint64_t deadline)
{
	if (s->kept && hubs == s->hubs && root == s->root &&
	    size - 1 < s->fits && data) {
		return WEFT_OK;
	}
	return slots_prepare(s, hubs, data, size, root, deadline);
}

/* A ring and its hubs: the object of a broadcast by slots.  No slots: it has no words. */
struct ring {
	struct slots *slots;
	struct hubs *hubs;
};

/* For teams: an object that begins with that; slots of that size, in that many bytes. */
struct made_ring {
	struct ring ring;
	struct slots slots;
	struct hubs hubs; /* hubs_room() bytes for these are behind it */
};
ARCH_COLD void ring_place(void *object, struct slots slots,
			  struct barrier_best *barrier, uint32_t offset,
			  uint32_t bytes, uint32_t epoch);

/* The world's of bcast_tiny.c. */
extern struct slots tiny_slots;

/* The last slot of a bank is used. */
void slots_bank(struct slots *s);

/* A slot is used, for one call that counts as `calls`. */
static inline void slots_next(struct slots *s, uint32_t size, uint32_t calls)
{
	s->word += size;
	s->call += calls;
	if (--s->left == 0) {
		slots_bank(s);
	}
}

#endif
