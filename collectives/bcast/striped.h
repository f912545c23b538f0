/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside the striped broadcast (bcast_striped.c): what is where, and the words by
 * which cores tell each other how far they are.
 *
 * All is counted in lines of a strip, over all calls of a team: a hub's strips
 * are at the same lines of its chunk buffers and of its count, so nothing is reset
 * between strips or calls, and all cores count alike, since all take part in
 * every call.  The words, each with one writer at a time:
 *   ready h  at hub h, by the root: so many lines of yours are there;
 *   taken c  at the root, and at the leader of c's group of eight, by core c of the
 *            team: so many have I read;
 *   done g   at the hubs, by the leader of group g: so many have all of them.
 *
 * Where a core can wait for its own words only, a hub passes each value of its
 * word on to all others: then ready h everywhere else is written by hub h.
 *
 * Words that rest are refreshed: collectives/barrier/words.h.
 */
#ifndef COLLECTIVES_STRIPED_H
#define COLLECTIVES_STRIPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "collectives/barrier/barrier.h"
#include "messages/chunk_pool.h"
#include "topology/stripes.h"
#include "topology/arith.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"

#ifndef ARCH_STRIPE_STEP
#define ARCH_STRIPE_STEP 8
#endif

enum {
	STRIPED_CORES =
		STRIPES_CORES, /* words of all: no more than a third of an MPB */
	STRIPED_FIRST = 3,     /* lines announced at first.. */
	/* ..then up to each multiple of this */
	STRIPED_STEP = ARCH_STRIPE_STEP,
};

struct striped {
	uint32_t taken, done, ready;  /* flags */
	uint32_t count, refreshed;    /* lines, all calls */
	struct barrier_best *barrier; /* the team's; null: it has no words */
	struct stripes stripes;       /* the team's regions, .. */
	bool found;                   /* .. once striped_regions() was asked */
};

extern struct striped striped_world;

/* Words for so many cores; 0 if they are too many. */
ARCH_COLD uint32_t striped_bytes(uint32_t count);
ARCH_COLD void striped_place(void *object, struct barrier_best *barrier,
			     uint32_t offset, uint32_t epoch);
/*
 * Found when they are first asked for, or at the start where stacks are small: some hundred
 * instructions a core.
 */
ARCH_COLD const struct stripes *striped_regions(struct striped *own);

struct striped_call {
	struct striped *own;
	char *data;
	size_t size;
	uint32_t me, root; /* ranks of the run */
	uint32_t base;     /* the count before the first line */
	uint32_t shift;    /* log2 of the hubs that have a strip */
	uint32_t share;    /* lines for each of them */
	uint32_t pool;     /* lines of the chunk buffers */
	uint32_t first;    /* lines announced at first .. */
	uint32_t step;     /* .. and each time, when two steps have been */
	uint64_t deadline;
	/* The stripe under way: lines of each strip from at to end, in the
	 * buffers from line pos on. */
	uint32_t at, end, pos;
};

/* A part of strip i of the stripe under way. */
struct striped_part {
	uint32_t i, at, end; /* its lines */
};

/* The root announces lines up to there next; all know where that is. */
static inline uint32_t striped_step(const struct striped_call *call,
				    uint32_t at)
{
	/* Others than STRIPED_FIRST: only the cascade's, which needs remote waits. */
	uint32_t first = ARCH_REMOTE_AWAIT ? call->first : STRIPED_FIRST;
	uint32_t step = ARCH_REMOTE_AWAIT && at >= 2 * STRIPED_STEP
				? call->step
				: STRIPED_STEP;
	uint32_t end = at < first ? first : (at | (step - 1)) + 1;

	return end < call->end ? end : call->end;
}

/* Where in the message a part begins, and its bytes: the last strips may be
 * short or empty. */
static inline size_t striped_piece(const struct striped_call *call,
				   const struct striped_part *part,
				   size_t *from)
{
	uint32_t strips = arith_mul(call->end - call->at, part->i);
	size_t line = ((size_t)call->at << call->shift) + strips;
	size_t n = (size_t)(part->end - part->at) * ARCH_LINE;

	*from = (line + part->at - call->at) * ARCH_LINE;
	if (*from >= call->size) {
		return 0;
	}
	return call->size - *from < n ? call->size - *from : n;
}

/* Where in its hub's window it is. */
static inline uint32_t striped_offset(const struct striped_call *call,
				      const struct striped_part *part)
{
	return chunk_buffer(0) + (call->pos + part->at - call->at) * ARCH_LINE;
}

/*
 * Begin to count for a call; the barriers, if it is time for them.  Below: lines
 * are the call's, from 0; results are WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int striped_begin(struct striped_call *call);

/* To `rank`: I have read so many lines. */
static inline void striped_taken(const struct striped_call *call, uint32_t rank,
				 uint32_t lines)
{
	const struct striped *own = call->own;

	arch_flag_write(rank, rt_flag(own->taken, own->barrier->team.me),
			call->base + lines);
}

/* At the root: hub i is in this call, 0, or all cores have read so many. */
int striped_await_hub(const struct striped_call *call, uint32_t i);
int striped_await_taken(const struct striped_call *call, uint32_t lines);

/* By the root, to hub i: so many of yours are there. */
int striped_ready(const struct striped_call *call, uint32_t i, uint32_t lines);

/* In whose window I see what is ready at hub i. */
static inline uint32_t watched(const struct striped_call *call, uint32_t i)
{
	return ARCH_REMOTE_AWAIT ? call->own->stripes.hub[i] : call->me;
}

/* So many lines of hub i are ready; 0: none, or those of the call before. */
static inline uint32_t striped_look(const struct striped_call *call, uint32_t i)
{
	uint32_t lines =
		arch_flag_read(watched(call, i), rt_flag(call->own->ready, i)) -
		call->base;

	return lines > call->share ? 0 : lines; /* of the call before */
}

/* A wait for so many. */
static inline int striped_await_ready(const struct striped_call *call,
				      uint32_t i, uint32_t lines)
{
	uint32_t hub = call->own->stripes.hub[i];
	bool direct = ARCH_REMOTE_AWAIT || hub == call->me;

	return rt_await_at(watched(call, i), rt_flag(call->own->ready, i),
			   call->base + lines, call->deadline,
			   direct ? call->root : hub,
			   "lines of a striped broadcast");
}

/* By hub i, to who cannot look here: so many are. */
void striped_pass_on(const struct striped_call *call, uint32_t i,
		     uint32_t lines);

/*
 * bcast_striped.c.  The next stripe begins; false: there is none.
 */
bool striped_next(struct striped_call *call);

/* At the root: a step for each hub, and again, until the stripe is put. */
int striped_put_stripe(const struct striped_call *call);

/*
 * Lines of a strip of the stripe, from its hub into memory: those from part->at on that
 * are there, or else the next ones.  part->at moves on.
 */
int striped_get(const struct striped_call *call, struct striped_part *part);
int striped_get_strip(const struct striped_call *call, uint32_t i);

/* I have read all, or put it: no hub returns before all have. */
int striped_end(const struct striped_call *call);

#endif
