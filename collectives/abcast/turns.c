/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast/turns.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "runtime/mpb_map.h"

void turns_init(struct turns *t, turns_server *serve, uint32_t burst)
{
	t->serve = serve;
	t->me = arch_rank();
	t->count = rt_run.count;
	t->burst = burst;
}

void turns_mark(struct turns *t, uint32_t core)
{
	bits_set(t->marked, arith_sub_mod(core, t->me, t->count));
	t->any_marked = true;
}

/* Those of this turn. */
static void serve_left(struct turns *t)
{
	for (uint32_t w = 0; w << 5 < t->count; w++) {
		for (; t->left[w]; t->left[w] &= t->left[w] - 1) {
			if (t->taken == t->burst) {
				return;
			}
			turns_serve(t, arith_add_mod(
					       w << 5 | bits_lowest(t->left[w]),
					       t->me, t->count));
		}
	}
	t->any_left = false;
}

bool turns_next(struct turns *t)
{
	if (t->any_left) {
		serve_left(t);
	}
	if (t->any_marked) {
		t->any_marked = false;
		t->any_left = true;
		for (uint32_t w = 0; w << 5 < t->count; w++) {
			t->left[w] |= t->marked[w];
			t->marked[w] = 0;
		}
		serve_left(t);
	}
	return t->taken == t->burst;
}
