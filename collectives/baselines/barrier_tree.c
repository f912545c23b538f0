/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up a binary tree of ranks, and down again.  Flags 0 and 1 are the children's
 * arrivals, flag 2 is the release by the parent.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "runtime/context.h"
#include "topology/heap.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/barrier.h>

enum {
	RELEASE = HEAP_CHILDREN,
	FLAGS
};

static uint32_t flags, epoch;

static ARCH_COLD uint32_t bytes(const struct rt_run *shape, uint32_t left)
{
	(void)shape;
	(void)left;
	return rt_flag_bytes(FLAGS);
}

static ARCH_COLD void place(const struct rt_run *shape, uint32_t offset,
			    uint32_t size)
{
	(void)size;
	flags = offset;
	epoch = shape->epoch;
	if (epoch != 0) {
		rt_flags_preset(flags, FLAGS, epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "barrier_tree",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

int weft_barrier_tree(weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t me = arch_rank(), count = arch_count();
	uint32_t child = heap_child(me, 0), parent = heap_parent(me);
	int error;

	RT_THREAD_ONLY();
	AGREE(&within, .name = "barrier_tree");
	epoch++;
	RT_TRACE("tree barrier", epoch, 0);
	FENCE(barrier_tree_quiet, arch_quiet());
	for (uint32_t i = 0; i < HEAP_CHILDREN && child + i < count; i++) {
		error = rt_await(rt_flag(flags, i), epoch, deadline, child + i,
				 "its arrival at a tree barrier");
		if (error) {
			return error;
		}
	}
	if (me > 0) {
		arch_flag_tell(parent, rt_flag(flags, heap_place(me)), epoch);
		error = rt_await(rt_flag(flags, RELEASE), epoch, deadline,
				 parent, "its release from a tree barrier");
		if (error) {
			return error;
		}
	}
	for (uint32_t i = 0; i < HEAP_CHILDREN && child + i < count; i++) {
		arch_flag_tell(child + i, rt_flag(flags, RELEASE), epoch);
	}
	return WEFT_OK;
}
