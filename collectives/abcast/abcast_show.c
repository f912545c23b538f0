/* SPDX-License-Identifier: Apache-2.0 */
/* What I show of my progress (credit.h), and to whom that is news. */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "topology/bits.h"
#include "runtime/progress.h"

static uint32_t touched[RT_BELL_SETS]; /* streams that may have been freed */
static bool any_touched;

static inline void show(uint32_t root)
{
	credit_show(&abcast.credit, root, abcast_in(root)->come,
		    abcast.stream[root].freed);
}

/* FREED: have I done with more of that stream than I show? */
static inline bool free_more(uint32_t root)
{
	struct abcast_stream *s = &abcast.stream[root];
	uint32_t n = abcast_in(root)->delivered;

	if (abcast_children(root) > 0 && (int32_t)(s->put - n) < 0) {
		n = s->put;
	}
	if (n == s->freed) {
		return false;
	}
	s->freed = n;
	credit_may_wait(&abcast.credit, root);
	return true;
}

/* At a leaf that is often all there is to show. */
UNIT void abcast_show_copied(uint32_t root, uint32_t parent)
{
	free_more(root);
	show(root); /* R4 */
	credit_may_wait(&abcast.credit, parent);
}

UNIT void abcast_touch(uint32_t root)
{
	bits_set(touched, root);
	any_touched = true;
}

UNIT bool abcast_is_touched(void)
{
	return any_touched;
}

UNIT void abcast_show_freed(void)
{
	any_touched = false;
	for (uint32_t w = 0; w << 5 < abcast.count; w++) {
		for (; touched[w]; touched[w] &= touched[w] - 1) {
			uint32_t root = w << 5 | bits_lowest(touched[w]);

			if (free_more(root)) {
				show(root); /* E2 */
				rt_worked = true;
			}
		}
	}
}

UNIT void abcast_answer(void)
{
	if (!ABCAST_FLAT || abcast.credit.any_waiting) {
		abcast.stats.wanted += credit_answer(&abcast.credit);
	}
}
