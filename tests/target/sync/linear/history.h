/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histories of operations on shared objects, and whether they are linearizable (M. Herlihy
 * and J. Wing 1990): whether there is an order of all operations in which each returns
 * what it would on a sequential object, and which no two operations disagree with of which one
 * had returned before the other was called.
 *
 * Which had returned before is recorded without atomic operations: each worker counts what
 * it has done in a flag of its own, and reads those of the others before it begins the
 * next.  So an operation that is said to have returned has; if one that has is missed,
 * the check is weaker, never wrong.
 */
#ifndef TESTS_TARGET_SYNC_HISTORY_H
#define TESTS_TARGET_SYNC_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

enum {
	WORKERS = 4,
	THREADS = WORKERS + 1, /* one looks at what they have left */
	CALLS = 6,             /* of each, at most */
	ROOM = 4,              /* of the sequential object .. */
	WIDE = 32,             /* .. of one that is never full */
};

enum model_kind {
	MODEL_COUNTERS,
	MODEL_QUEUE,
	MODEL_STACK,
	MODELS,
	MODEL_TREIBER = MODELS, /* nobody's: no delegate applies it */
};

/* A sequential object: counters; or words, of which the first is number `first`. */
struct model {
	uint32_t word[WIDE];
	uint32_t first, n;
};

struct call {
	uint32_t operation, argument, result;
	uint8_t before[WORKERS]; /* so many of each worker's had returned */
};

struct history {
	enum model_kind kind;
	uint32_t calls[THREADS];
	struct call of[WORKERS][CALLS];
	struct call last[WIDE + 1]; /* of who looks at what they have left */
};

/* Do that to the object: what the operation returns. */
uint32_t model_step(enum model_kind kind, struct model *model,
		    const struct call *call);

/* From that object on; which becomes one that the history may end with. */
bool linearizable(const struct history *history, struct model *model);

#endif
