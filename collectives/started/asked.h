/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started collectives of blocks (see weft/started.h): who wants a block asks for it.
 *
 * A core of a team has some rooms for a piece in its MPB.  It asks the cores
 * whose blocks it wants one after another: piece 0 of each, then piece 1 of each that has
 * one, and so on; at least once each.  An ask is a word in the MPB of who is asked, and
 * an interrupt: which room the next piece goes to, and the last bits of the collective's number
 * among those of the team.  Who is asked puts the piece there, once it has started that
 * collective, then the room's two words, the ask and how long its block is, and
 * interrupts.  What has come is taken out of the rooms in the order of the asks, by
 * a handler, as its place is known.
 *
 * Pieces of a block are asked for one after another, so who is asked counts them.
 *
 * A lean team has half a word for each ask, and two rooms.  Half a word is no flag: who asks
 * sees to it that it has landed before the interrupt, and who looks sooner may find one
 * byte of it new and the other one old.
 *
 * So no core is sent what it has no room for; a room is held up only by a core that has not
 * started a collective that this one has, and then only in that team.  The oldest
 * collective of a team that has not ended anywhere waits for none.
 *
 * A core has asked each other one for one piece at a time.  A bit in each byte of
 * half a word changes with each ask to that core: once both have, all of it is there, and
 * it is answered, once.  A room's ask is another one each time, so an answer is taken once.
 *
 * No core is so many collectives ahead of another one that the last bits would not do.  Those
 * of a collective are connected by who asks whom, so that of two that are, one is ahead by
 * ASKED_CALLS at most, and a core is ahead of any other by that for each core at most.
 *
 * A core's part in a collective ends when it has all it wants, and those that want
 * something of it have asked for their last pieces and been answered.
 */
#ifndef COLLECTIVES_STARTED_ASKED_H
#define COLLECTIVES_STARTED_ASKED_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "collectives/gather/moves.h"
#include "collectives/team/objects.h"
#include "topology/inorder.h"

#include <weft/started.h>

enum {
	ASKED_ROOMS = 4, /* at most, .. */
	ASKED_ROOMS_LOG2 =
		2, /* .. and of a lean team: those below are two at most */
	ASKED_ROOMS_LEAN_LOG2 = 1,
	ASKED_CALLS = WEFT_STARTED_MOST,
	ASKED_BURST = 8, /* pieces that one round moves */
	ASKED_CORES =
		ARCH_CORES_MAX < 256 ? ARCH_CORES_MAX : 256, /* of a team */
	/* An ask: a bit that changes, in each of the first two bytes; .. */
	ASKED_BITS = 1 | 1 << 13,
	ASKED_LAST = 2,    /* .. the last piece of its block; .. */
	ASKED_N_SHIFT = 2, /* .. so much of the collective's number; .. */
	ASKED_N_MASK = (1 << 11) - 1,
	ASKED_TIME_SHIFT = 14, /* .. the room's even or odd time; .. */
	ASKED_ROOM_SHIFT = 15, /* .. and which room */
	ASKED_N_BEHIND = 64,   /* what has ended that may still be asked for */
	/* What an answer says in place of a block's bytes: cores differ in sizes. */
	ASKED_APART = 1 << 30,
};

_Static_assert((ASKED_BITS & 0xff) != 0 && (ASKED_BITS & 0xff00) != 0 &&
		       ASKED_ROOM_SHIFT + ASKED_ROOMS_LEAN_LOG2 == 16,
	       "all of a lean team's ask, in two bytes that tell when new");

struct asked;
struct asked_call;

/* What a collective does otherwise than to copy blocks as they come; or null. */
struct asked_way {
	/* May rank j have this piece of collective n?  If not, it is looked at again. */
	bool (*may_give)(struct asked *a, uint32_t n, uint32_t j,
			 uint32_t index);
	/* Takes what has come next; false: it has not, or may not be taken yet. */
	bool (*take)(struct asked *a, struct asked_call *c);
	/* The block for rank j, where it is and its bytes; null: call->send has it. */
	char *(*block)(const struct asked_call *c, uint32_t j, size_t *bytes);
	/* The i-th of those who may ask, or WEFT_TEAM_NOBODY; null: call->root or all. */
	uint32_t (*asker)(const struct asked *a, const struct asked_call *c,
			  uint32_t i);
	/* All has come, with an error: goes on by another way, from step 0 on; or null. */
	void (*rest)(struct asked *a, struct asked_call *c);
	bool spreads; /* an error is one of those that ask, too */
};

/* A collective that this core has started. */
struct asked_call {
	struct weft_request *request;
	struct blocks send, recv;
	bool one_send, one_recv; /* there is one block, whoever the other is */
	/* The next one is the rest of it, and ends the request; and an error ends this. */
	bool goes_on;
	bool all_may; /* ask, not the root alone */
	bool before;  /* see asked_combine.h */
	const struct asked_way *way;
	const struct weft_op *op; /* null: nothing is combined */
	uint32_t below[1 + INORDER_BELOW];
	const size_t
		*counts; /* elements of each rank's block, if they differ */
	/*
	 * Bytes of all blocks, of which the last ones may be cut off, and what answers say in
	 * place of the block's; or 0.
	 */
	size_t all;
	uint32_t piece; /* bytes of a piece: whole elements */
	/* Whom this core wants blocks of, step by step; itself: nobody. */
	uint32_t (*source)(const struct asked *a, const struct asked_call *c,
			   uint32_t step);
	uint32_t steps;
	uint32_t root;   /* or WEFT_TEAM_NOBODY */
	uint32_t askers; /* that have not been given all */
	int error;
};

/* What is to come into a room. */
struct asked_room {
	uint32_t from, word, index;
	char *to;
	size_t total, offset; /* that an answer should say; of this piece */
	uint32_t bytes;       /* of this piece */
	bool given;           /* the same piece of mine for that core */
};

struct asked {
	struct asked *next; /* in the list of teams of this core */
	struct team team;
	uint32_t asks, words, rooms; /* offsets */
	uint32_t rooms_log2;
	bool lean;
	uint32_t piece; /* bytes of a room; 0: there are none */
	uint32_t begun, received, ended; /* numbers of collectives */
	struct asked_call call[ASKED_CALLS];
	/* Of the one after `received`: what is to be asked for next, what has come. */
	uint32_t step, index, pieces;
	size_t offset;
	bool more; /* some block has one more piece */
	uint32_t asked, taken;
	struct asked_room room[ASKED_ROOMS];
	uint32_t first; /* whose asks are looked at first */
	/* A bit for each rank: see ASKED_BITS. */
	uint32_t told[(ASKED_CORES + 31) / 32],
		answered[(ASKED_CORES + 31) / 32];
	uint32_t given[ASKED_CORES]; /* pieces of the present block of each */
};

extern struct asked asked_world;

/* As started_bytes and so on. */
ARCH_COLD uint32_t asked_bytes(uint32_t count, bool lean);
ARCH_COLD void asked_place(struct asked *a, struct team team, uint32_t offset,
			   uint32_t epoch, bool lean);
ARCH_COLD void asked_free(struct asked *a);

/* Without a multiply: an index of what is no power of two bytes long is one. */
static inline struct asked_call *asked_call(struct asked *a, uint32_t n)
{
	struct asked_call *c = a->call;

	c = n & 1 ? c + 1 : c;
	return n & 2 ? c + 2 : c;
}
_Static_assert(ASKED_CALLS == 4, "two bits of a number");

/* For ways: asked_engine.c, asked_serve.c ------------------------------------- */

/* Has ask number i been answered?  Then *theirs are the bytes of the whole block. */
bool asked_has_come(const struct asked *a, uint32_t i, size_t *theirs);
static inline uint32_t asked_rooms(const struct asked *a)
{
	return UINT32_C(1) << a->rooms_log2;
}

static inline uint32_t asked_room_of(const struct asked *a, uint32_t i)
{
	return i & (asked_rooms(a) - 1);
}

static inline struct asked_room *asked_room(struct asked *a, uint32_t i)
{
	return &a->room[asked_room_of(a, i)];
}

/* What is in the room of ask number i; and an error, if blocks differ in size. */
void asked_get(const struct asked *a, uint32_t i, void *to);
void asked_check(struct asked *a, struct asked_call *c, uint32_t i,
		 size_t theirs);

/* That error: rank j has another size. */
ARCH_COLD void asked_differ(struct asked *a, struct asked_call *c, uint32_t j);

/* The next piece to where it belongs, if it has come.  What `take` is without a way. */
bool asked_take(struct asked *a, struct asked_call *c);

/* Has rank j asked for something that it has not got?  Then for what. */
bool asked_wants(struct asked *a, uint32_t j, uint32_t *word, uint32_t *n);

/* Answers it with `bytes`, which may be fewer than the piece has, and a total, .. */
void asked_give(struct asked *a, struct asked_call *c, uint32_t j,
		uint32_t word, const void *piece, size_t bytes, size_t total);

/* .. which is this, for a block of so many bytes. */
static inline size_t asked_total(const struct asked_call *c, size_t block)
{
	return c->all ? c->all : block;
}

/* May an operation be called here?  If not, the thread is wanted. */
bool asked_may_combine(const struct asked_call *c);

/* For rounds: who has asked is answered, if it may be; how many have been. */
uint32_t asked_serve(struct asked *a);

/* asked_whom.c: a started_whom. */
uint32_t asked_whom(void *of);

/* The calls: asked_start.c --------------------------------------------------- */

/* The bytes of block i of call->send or call->recv. */
size_t asked_block(const struct asked_call *c, const struct blocks *b,
		   uint32_t i);

/* Of all ranks from the next one on. */
uint32_t asked_in_turn(const struct asked *a, const struct asked_call *c,
		       uint32_t step);

/* asked_moves.c.  `how`: an all-to-all's way, and its order of who is asked; or null. */
ARCH_COLD int asked_moves(const struct moves *m, const struct asked_call *how,
			  struct weft_request *request);

/* Of the root. */
uint32_t asked_root(const struct asked *a, const struct asked_call *c,
		    uint32_t step);

/*
 * Checks what is the same for all, waits for room, and begins.  `most` is the longest block
 * here; `own` is where the core's own block goes and `from` where it is, both may be null.
 */
struct asked_own {
	char *to;
	const char *from;
	size_t bytes, most;
};
int asked_start(struct weft_team *team, const struct asked_call *call,
		const struct asked_own *own, struct weft_request *request);

/* Two that follow each other; the first one goes on. */
ARCH_COLD int asked_start_both(struct weft_team *team,
			       const struct asked_call *first,
			       const struct asked_call *then,
			       const struct asked_own *own,
			       struct weft_request *request);

/* A team's. */
static inline struct asked *team_asked(struct weft_team *team)
{
	return team == WEFT_WORLD ? &asked_world : team->asked;
}

#endif
