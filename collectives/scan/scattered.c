/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/scan/scattered.h"

static ARCH_COLD void sum_equal(const struct scattered *s,
				const struct team *team,
				struct scattered_sums *sums)
{
	uint32_t each = (uint32_t)s->each;

	sums->all = SIZE_MAX;
	sums->longest = s->each;
	if (arith_fits(s->each, team->size, ELEMENTS_LOG2)) {
		sums->all = arith_mul(each, team->size);
		sums->before = arith_mul(each, team->me);
	}
}

static ARCH_COLD void sum_list(const struct scattered *s,
			       const struct team *team,
			       struct scattered_sums *sums)
{
	for (uint32_t i = 0; i < team->size; i++) {
		size_t n = s->list[i];

		sums->all += n;
		sums->before += i < team->me ? n : 0;
		sums->longest = n > sums->longest ? n : sums->longest;
		if (n >> ELEMENTS_LOG2 > 0 || sums->all >> ELEMENTS_LOG2 > 0) {
			sums->all = SIZE_MAX;
			return;
		}
	}
}

ARCH_COLD int scattered_check(const struct scattered *s,
			      const struct team *team,
			      struct scattered_sums *sums)
{
	struct elements all = {s->send, s->recv, 0,
			       s->op,   s->team, WEFT_TEAM_NOBODY};

	*sums = (struct scattered_sums){.mine = scattered_count(s, team->me)};
	if (s->list) {
		sum_list(s, team, sums);
	} else {
		sum_equal(s, team, sums);
	}
	all.count = sums->all;
	all.recv = sums->mine > 0 ? s->recv : sums; /* or nothing is written */
	return elements_check(&all, team);
}
