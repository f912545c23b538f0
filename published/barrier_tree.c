/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up a binary tree of ranks, and down again.  Flags 0 and 1 are the children's
 * arrivals, flag 2 is the release by the parent.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/fence.h"
#include "published/baselines.h"
#include "collectives/barrier/agree.h"
#include "collectives/barrier/barriers.h"
#include "collectives/barrier/barrier.h"
#include "runtime/context.h"
#include "topology/heap.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/published/barrier.h>

enum {
	RELEASE = HEAP_CHILDREN,
	FLAGS
};

struct baseline_barrier barrier_tree_world;

static ARCH_COLD uint32_t barrier_tree_bytes(const struct rt_run *run,
					     uint32_t left)
{
	(void)run;
	(void)left;
	return rt_flag_bytes(FLAGS);
}

static ARCH_COLD void barrier_tree_place(const struct rt_run *run,
					 uint32_t offset, uint32_t size)
{
	(void)size;
	barrier_tree_world =
		(struct baseline_barrier){team_world(), offset, run->epoch};
	if (run->epoch != 0) {
		rt_flags_preset(offset, FLAGS, run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_tree",
	.bytes = barrier_tree_bytes,
	.small = 1,
	.placed = barrier_tree_place,
};
RT_PART(part);

TEAM_BODY int tree(struct baseline_barrier *own, const struct team *team,
		   uint64_t deadline)
{
	uint32_t me = team->me, count = team->size, flags = own->flags;
	uint32_t child = heap_child(me, 0), parent = heap_parent(me);
	uint32_t epoch = ++own->epoch;
	int error;

	RT_TRACE("tree barrier", epoch, 0);
	/* Pairs with the others' rt_await: then they read what I wrote. */
	FENCE(barrier_tree_quiet, arch_barrier_quiet());
	barrier_alone(count);
	for (uint32_t i = 0; i < HEAP_CHILDREN && child + i < count; i++) {
		error = rt_await(rt_flag(flags, i), epoch, deadline,
				 team_rank(team, child + i),
				 "its arrival at a tree barrier");
		if (error) {
			return error;
		}
	}
	if (me > 0) {
		parent = team_rank(team, parent);
		arch_flag_tell(parent, rt_flag(flags, heap_place(me)), epoch);
		error = rt_await(rt_flag(flags, RELEASE), epoch, deadline,
				 parent, "its release from a tree barrier");
		if (error) {
			return error;
		}
	}
	for (uint32_t i = 0; i < HEAP_CHILDREN && child + i < count; i++) {
		arch_flag_tell(team_rank(team, child + i),
			       rt_flag(flags, RELEASE), epoch);
	}
	return WEFT_OK;
}

int barrier_tree(struct baseline_barrier *own, uint64_t deadline)
{
	return tree(own, &own->team, deadline);
}

int weft_barrier_tree(weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	struct team all = team_world();

	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_tree");
	return tree(&barrier_tree_world, &all, deadline);
}

const struct barrier barrier_is_tree = {
	.choose = {.name = "tree"},
	.all = weft_barrier_tree,
};
