/* SPDX-License-Identifier: Apache-2.0 */
/* What reductions and scans share: one call, and its algorithms. */
#ifndef COLLECTIVES_REDUCE_JOB_H
#define COLLECTIVES_REDUCE_JOB_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/barrier/barrier.h"
#include "collectives/reduce/exchange.h"
#include "topology/arith.h"

#define WEFT_NO_FLOATING
#include <weft/reduce.h>

enum {
	JOB_ELEMENT = 256 /* bytes at most */
};

struct job {
	const struct team *team;
	struct barrier_best *barrier;
	struct exchange *exchange;
	const struct weft_op *op;
	const char *send;
	char *recv; /* null: the result is not wanted here */
	uint64_t deadline;
};

/* Bytes of so many elements. */
static inline uint32_t job_bytes(const struct job *job, uint32_t n)
{
	return arith_mul(n, job->op->bytes);
}

/* reduce_long.c: by shares, in the chunk buffers; count > 0, cores > 1. */
int reduce_long(const struct job *job, size_t count);

#endif
