/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shares: how long reductions and scans divide their work.
 *
 * A chunk of the elements is cut into shares of whole lines, one for each core, or where
 * there are more cores than the chunk buffers have room for, one for some.  Each core
 * puts its elements of the chunk into its own chunk buffers, which are one piece here;
 * the same share is at the same place in all MPBs, and belongs to the same core.
 */
#ifndef COLLECTIVES_REDUCE_SHARES_H
#define COLLECTIVES_REDUCE_SHARES_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/cost.h"
#include "collectives/reduce/job.h"

struct cut {
	uint32_t shares; /* cores that have one */
	uint32_t lines;  /* of the longest that there is room for */
	uint32_t first;  /* where the first one is, in all MPBs */
	uint32_t rest;   /* where that many more lines are free, if asked for */
	uint32_t bytes;  /* from a share to the next in an MPB */
	uint32_t each;   /* elements of a share */
	uint32_t count;  /* elements of the chunk */
};

/* Elements from the chunk's first on. */
struct share {
	uint32_t at, n;
};

/* Elements that are combined at once, on the stack; more where that may be large. */
#if EXCHANGE_LONGER
#define PIECE_MOST 4096
#else
#define PIECE_MOST ELEMENT_MOST
#endif
struct pieces {
	_Alignas(16) uint32_t into[PIECE_MOST / 4];
	_Alignas(16) uint32_t from[PIECE_MOST / 4];
};

/*
 * Shares as long as can be, with room for so many more.  None, on all cores, if the
 * chunk buffers do not have room for those and one element.
 */
struct cut cut_room(const struct job *job, uint32_t more);

/* Where many may read an MPB: a root, whose copies take longest, has no share. */
#define REDUCE_ROOT ARCH_REMOTE_AWAIT

/* Shares of all but the root, in one buffer; none where too few of them would have one. */
struct cut cut_half(const struct job *job);

/* The next chunk: no more elements than there is room for, in shares that are alike. */
void cut_next(struct cut *cut, const struct job *job, size_t left);

/* That of rank i; may be empty. */
struct share cut_share(const struct cut *cut, uint32_t i);

/* Where it is in all MPBs. */
uint32_t cut_place(const struct cut *cut, uint32_t i);

/* My elements of the chunk into my MPB, or from there; where each share is. */
void cut_put(const struct job *job, const struct cut *cut, const char *from);
void cut_get(const struct job *job, const struct cut *cut, char *to);

/*
 * Elements of an MPB: where memory is dearer than a window as words, if they lie so, since
 * those go to registers.
 */
static inline void piece_read(uint32_t *to, uint32_t rank, uint32_t at,
			      uint32_t bytes)
{
	if (costs.store > costs.line && at % 4 == 0) {
		arch_flags_read(to, rank, at, (bytes + 3) / 4);
	} else {
		arch_get(to, rank, ARCH_WINDOW_MPB, at, bytes);
	}
}

/* So many elements fit a piece. */
uint32_t piece_elements(const struct job *job);

/* Elements of all cores, from `at` of their MPBs on, combined into p->into. */
void piece_combine(const struct job *job, struct pieces *p, uint32_t at,
		   uint32_t n);

static inline int job_meet(const struct job *job)
{
	return barrier_shared(job->barrier, job->deadline);
}

#endif
