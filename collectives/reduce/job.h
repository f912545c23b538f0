/* SPDX-License-Identifier: Apache-2.0 */
/* What reductions and scans share: one call, and its algorithms. */
#ifndef COLLECTIVES_REDUCE_JOB_H
#define COLLECTIVES_REDUCE_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/barrier/agree.h"
#include "collectives/barrier/barrier.h"
#include "collectives/reduce/elements.h"
#include "collectives/reduce/exchange.h"
#include "topology/arith.h"

#include <weft/reduce.h>

struct job {
	const struct team *team;
	struct barrier_best *barrier;
	struct exchange *exchange;
	const struct weft_op *op;
	const char *send;
	char *recv;    /* null: the result is not wanted here */
	uint32_t root; /* of a reduction: who wants it; or WEFT_TEAM_NOBODY */
	uint64_t deadline;
};

/* Bytes of so many elements. */
static inline uint32_t job_bytes(const struct job *job, uint32_t n)
{
	return arith_mul(n, job->op->bytes);
}

/*
 * How it is done: by exchanges, whose values have words of their own, or are in the
 * chunk buffers; or by shares.
 */
enum job_way {
	JOB_NONE,
	JOB_EXCHANGE,
	JOB_PAIRS,
	JOB_SHARES,
};

/* reduce_choice.c; count > 0, cores > 1. */
enum job_way job_way(const struct job *job, size_t count);

/*
 * Exchanges for so many elements, as many in each as it has room for: all but what goes
 * in is set; and a barrier before those in the chunk buffers.
 */
int job_begin(const struct job *job, enum job_way way, uint32_t count,
	      struct exchanged *x);

/* After one of them: what is left, and set for the next. */
static inline uint32_t job_next(const struct job *job, uint32_t count,
				struct exchanged *x)
{
	count -= x->count;
	if (count > 0 && count < x->count) {
		x->count = count;
		x->bytes = job_bytes(job, count);
	}
	return count;
}

/* Of a team that is there: nothing but send, recv and what is to be waited for. */
static inline struct job job_of(struct weft_team *team,
				const struct weft_op *op, uint64_t deadline)
{
	struct job job = {
		.exchange = team_exchange(team),
		.barrier = team_barrier(team),
		.op = op,
		.root = WEFT_TEAM_NOBODY,
		.deadline = deadline,
	};

	job.team = &job.exchange->team;
	return job;
}

/* By as many exchanges as it takes. */
int reduce_short(const struct job *job, enum job_way way, uint32_t count);

/* reduce.c: in the way that is chosen; count > 0, cores > 1. */
int reduce_among(const struct job *job, size_t count);

/* reduce_long.c: by shares, in the chunk buffers; count > 0, cores > 1. */
int reduce_long(const struct job *job, size_t count);

/* Something that is the same for an operation on all cores, wherever its image lies. */
static inline uint32_t job_name_of(const struct weft_op *op)
{
	return (uint32_t)((uintptr_t)op->combine - (uintptr_t)exchange_values +
			  op->bytes);
}

#endif
