/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/scan/scattered.h"

/* As few instructions a core as can be: a sum that is too large leaves one of those bits. */
ARCH_COLD void scattered_sum_list(const struct scattered *s,
				  const struct team *team,
				  struct scattered_sums *sums)
{
	const size_t *list = s->list, *mine = list + team->me;
	const size_t *end = list + team->size;
	size_t before = 0, all = 0, longest = 0, bits = 0;

	for (; list < mine; list++) {
		before += *list;
	}
	for (list = s->list; list < end; list++) {
		all += *list;
		bits |= *list | all;
		longest = *list > longest ? *list : longest;
	}
	if (bits >> ELEMENTS_LOG2 == 0) {
		sums->all = all;
	}
	sums->before = before;
	sums->mine = *mine;
	sums->longest = longest;
}
