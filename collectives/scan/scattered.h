/* SPDX-License-Identifier: Apache-2.0 */
/* What a scattered reduction is asked for, blocking or started: rank r gets block r. */
#ifndef COLLECTIVES_SCATTERED_H
#define COLLECTIVES_SCATTERED_H

#include "collectives/reduce/elements.h"

struct scattered {
	const void *send;
	void *recv;
	size_t each;        /* elements of a block .. */
	const size_t *list; /* .. or, if not null, of each */
	const struct weft_op *op;
	struct weft_team *team;
};

static inline size_t scattered_count(const struct scattered *s, uint32_t rank)
{
	return s->list ? s->list[rank] : s->each;
}

/* Elements: all, or too many (elements_too_long); those before mine; the longest block. */
struct scattered_sums {
	size_t all, before, mine, longest;
};

/* Of a call with a team and an operation: the error of the rest, and the sums. */
ARCH_COLD int scattered_check(const struct scattered *s,
			      const struct team *team,
			      struct scattered_sums *sums);

#endif
