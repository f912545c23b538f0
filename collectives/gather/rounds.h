/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What gather, scatter, allgather and all-to-all have in common: how
 * blocks (blocks.h) are cut into pieces that fit the chunk buffers.
 *
 * All cores go through the same rounds, with a barrier of the team between two.  In round
 * r chunk buffer r mod 2 is filled, and after the barrier read, while the next round
 * fills the other one: before the next but one, which fills it again, there is another
 * barrier, which its readers do not enter before they are done.
 *
 * A core writes to its own buffers when it has entered the call.  To those of others it
 * writes after a barrier that all have come to, in the call; and it does not leave
 * while others may read its own.
 */
#ifndef COLLECTIVES_GATHER_ROUNDS_H
#define COLLECTIVES_GATHER_ROUNDS_H

#include "arch/arch.h"
#include "arch/bulk.h"
#include "collectives/gather/moves.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barrier.h"
#include "messages/chunk_pool.h"
#include "runtime/context.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#include <weft/gather.h>

/*
 * A get is so dear that who has data writes them to where they are read; between nodes
 * (arch/nodes.h) it is a question and an answer.
 */
#define ROUNDS_PUSH (ARCH_GET_COST > 200)

/* One call. */
struct rounds {
	struct weft_team *whole;
	const struct team *team;
	struct barrier_best *barrier;
	uint64_t deadline;
	uint32_t root; /* or WEFT_TEAM_NOBODY: all cores are */
	size_t most;   /* bytes of the largest block: the same on all cores */
	/* How it is cut (rounds_cut). */
	uint32_t slot;  /* bytes of a piece's room */
	uint32_t slots; /* of a chunk buffer, or of both in one round */
	bool at_once;   /* all in one round */
};

static inline bool is_root(const struct rounds *x)
{
	return x->root == WEFT_TEAM_NOBODY || x->root == x->team->me;
}

static inline bool rounds_push(const struct rounds *x)
{
	return ROUNDS_PUSH || team_nodes(x->team) > 1;
}

static inline int rounds_meet(const struct rounds *x)
{
	return barrier_shared(x->barrier, x->deadline);
}

/*
 * Of n blocks of x->most bytes to one MPB: all at once if they fit there, else as many as
 * fit a chunk buffer, or pieces of one.
 */
void rounds_cut(struct rounds *x, uint32_t n);

/* A chunk buffer has a piece of one block. */
static inline void rounds_cut_one(struct rounds *x)
{
	x->slot = chunk_of(x->most);
	x->slots = 1;
	x->at_once = false;
}

/* A chunk buffer has a piece of each of n blocks, if these are long and so many fit. */
static inline void rounds_cut_all(struct rounds *x, uint32_t n)
{
	uint32_t rest;
	uint32_t slot =
		arith_div(chunk_bytes(), n, &rest) & ~(uint32_t)(ARCH_LINE - 1);

	if (slot > 0 && slot < x->slot) {
		x->slot = slot;
		x->slots = n;
	}
}

/* A round: the slots of the blocks from `first` on hold what is at `at` in each. */
struct round {
	uint32_t first, buffer;
	size_t at;
};

/* The next of the rounds of n blocks; false: that was the last. */
static inline bool round_next(const struct rounds *x, struct round *r,
			      uint32_t n)
{
	r->buffer ^= 1;
	r->at += x->slot;
	if (r->at >= x->most) {
		r->at = 0;
		r->first += x->slots;
	}
	return r->first < n;
}

/* Blocks first .. of n in that round: so many. */
static inline uint32_t round_blocks(const struct rounds *x,
				    const struct round *r, uint32_t n)
{
	return n - r->first < x->slots ? n - r->first : x->slots;
}

/* Where its slot i is, in window 0. */
static inline uint32_t round_slot(const struct rounds *x, const struct round *r,
				  uint32_t i)
{
	return chunk_buffer(r->buffer) + arith_mul(x->slot, i);
}

/* Bytes of a block of so many that are in that round. */
static inline uint32_t round_bytes(const struct rounds *x,
				   const struct round *r, size_t bytes)
{
	if (bytes <= r->at) {
		return 0;
	}
	return bytes - r->at < x->slot ? (uint32_t)(bytes - r->at) : x->slot;
}

/* To and from the MPB of a core of the team. */
static inline void rounds_put(const struct rounds *x, uint32_t to,
			      uint32_t offset, const char *from, uint32_t n)
{
	if (n > 0) {
		arch_put(team_rank(x->team, to), ARCH_WINDOW_MPB, offset, from,
			 n);
	}
}

static inline void rounds_get(const struct rounds *x, char *to, uint32_t from,
			      uint32_t offset, uint32_t n)
{
	if (n > 0) {
		arch_get(to, team_rank(x->team, from), ARCH_WINDOW_MPB, offset,
			 n);
	}
}

/*
 * The calls: their name, what tells all cores how long the longest block is, unless they
 * know, and how blocks move, once that is cut and each core has its own.
 */
struct rounds_call {
	const char *name;
	int (*tell)(struct rounds *x); /* or null */
	int (*move)(struct rounds *x, const struct moves *m);
};

int rounds_call(const struct moves *m, weft_us_t within,
		const struct rounds_call *call);

int gather_blocks(struct rounds *x, const struct moves *m);
int scatter_blocks(struct rounds *x, const struct moves *m);
int alltoall_blocks(struct rounds *x, const struct moves *m);

#if ARCH_BULK
/* alltoall.c: an all-to-all by the chunk buffers, as it was cut. */
int alltoall_rounds(const struct rounds *x, const struct blocks *send,
		    const struct blocks *recv);
#endif

/* gatherv.c: x->most from the root, which alone knows it, to all. */
int rounds_tell_most(struct rounds *x);

#endif
