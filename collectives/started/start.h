/* SPDX-License-Identifier: Apache-2.0 */
/* A start of a collective of started.h. */
#ifndef COLLECTIVES_STARTED_START_H
#define COLLECTIVES_STARTED_START_H

#include "collectives/started/started.h"

struct start {
	const void *send; /* null: zeros */
	void *recv;       /* null: no result here */
	uint32_t count, bytes;
	const struct weft_op *op;
	void (*pass)(struct started *s,
		     uint32_t n); /* null: all get the same */
};

/* All that is not an argument's error. */
int started_run(const struct start *start, struct weft_team *team,
		struct weft_request *request);

/* A reduction: also its elements, and how many bytes they are. */
int started_reduce(struct start *start, struct weft_team *team,
		   struct weft_request *request);

/* As an uint32_t; too many if that is too many. */
static inline uint32_t started_count(size_t count)
{
	return count > STARTED_BYTES ? STARTED_BYTES + 1 : (uint32_t)count;
}

#endif
