/* SPDX-License-Identifier: Apache-2.0 */
/* What a scattered reduction is asked for, blocking or started: rank r gets block r. */
#ifndef COLLECTIVES_SCATTERED_H
#define COLLECTIVES_SCATTERED_H

#include "collectives/reduce/elements.h"
#include "runtime/why.h"

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

ARCH_COLD void scattered_sum_list(const struct scattered *s,
				  const struct team *team,
				  struct scattered_sums *sums);

static inline void scattered_sum(const struct scattered *s,
				 const struct team *team,
				 struct scattered_sums *sums)
{
	uint32_t each = (uint32_t)s->each;

	*sums = (struct scattered_sums){SIZE_MAX, 0, each, s->each};
	if (s->list) {
		scattered_sum_list(s, team, sums);
	} else if (arith_fits(s->each, team->size, ELEMENTS_LOG2)) {
		sums->all = arith_mul(each, team->size);
		sums->before = arith_mul(each, team->me);
	}
}

/* Of a call with a team and an operation: the error of the rest, and the sums. */
static inline int scattered_check(const struct scattered *s,
				  const struct team *team,
				  struct scattered_sums *sums)
{
	scattered_sum(s, team, sums);
	if (elements_too_long(s->op, sums->all)) {
		return RT_WHY(
			WEFT_ERR_SIZE,
			"elements of 0 bytes or of more than 256, or too many");
	}
	return sums->all > 0 && (!s->send || (sums->mine > 0 && !s->recv))
		       ? WEFT_ERR_NULL
		       : WEFT_OK;
}

#endif
