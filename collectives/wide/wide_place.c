/* SPDX-License-Identifier: Apache-2.0 */
/* The engine of large runs: its tree, and what is where. */
#include <stdlib.h>

#include "collectives/wide/wide.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/boot.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "topology/regions.h"

#if ABCAST_WIDE

enum {
	HALF = WIDE_CHILDREN / 2,
	HALF_LOG2 = 2,
	CLOSE = 4, /* cores that are neighbours in the list of all */
	CLOSE_MOST = WIDE_CORES / CLOSE,
};

struct wide wide;

/* The tree -------------------------------------------------------------------- */

/* Cores lo .. hi - 1 of a list in which neighbours are close together. */
struct span {
	uint32_t lo, hi;
};

/* Its middle is above all others in it, .. */
static ARCH_COLD uint32_t top(struct span s)
{
	return s.lo + ((s.hi - s.lo) >> 1);
}

/* .. which are in so many spans: those before it, and those behind it. */
static ARCH_COLD struct span part_of(struct span s, uint32_t i)
{
	uint32_t lo = i < HALF ? s.lo : top(s) + 1;
	uint32_t n = (i < HALF ? top(s) : s.hi) - lo, j = i & (HALF - 1);

	return (struct span){lo + (arith_mul(n, j) >> HALF_LOG2),
			     lo + (arith_mul(n, j + 1) >> HALF_LOG2)};
}

static ARCH_COLD uint16_t *close_together(uint32_t count)
{
	uint16_t size[CLOSE_MOST], *rank = malloc(count * sizeof(*rank));
	uint32_t regions = 0;

	if (!rank) {
		rt_panic("no memory for the tree of abcast");
	}
	for (uint32_t i = 0; i < count; i++) {
		rank[i] = (uint16_t)i;
	}
	for (uint32_t left = count; left > 0; left -= size[regions++]) {
		size[regions] = (uint16_t)(left < CLOSE ? left : CLOSE);
	}
	regions_cut(rank, count, size, regions);
	return rank;
}

static ARCH_COLD void plant(uint32_t count)
{
	uint16_t *rank = close_together(count);
	struct span mine = {0, count}, under;
	uint32_t at = 0;

	while (rank[at] != abcast.me) {
		at++;
	}
	wide.hub = rank[top(mine)];
	wide.is_hub = wide.hub == abcast.me;
	while (top(mine) != at) {
		uint32_t i = 0;

		wide.parent = rank[top(mine)];
		wide.edge = 0;
		for (under = part_of(mine, i);
		     at < under.lo || at >= under.hi;) {
			wide.edge += under.lo < under.hi;
			under = part_of(mine, ++i);
		}
		mine = under;
	}
	for (uint32_t i = 0; i < WIDE_CHILDREN; i++) {
		under = part_of(mine, i);
		if (under.lo < under.hi) {
			wide.child[wide.children++] = rank[top(under)];
		}
	}
	free(rank);
}

/* What is where ----------------------------------------------------------------- */

ARCH_COLD bool wide_wanted(uint32_t count)
{
	return count > RT_BELLS
		       ? count <= WIDE_CORES
		       : count > 1 && rt_env_u32("WEFT_ABCAST_WIDE", 0) > 0;
}

/* Groups have about as many cores as there are groups. */
static ARCH_COLD uint32_t group_log2(uint32_t count)
{
	return (arith_log2_ceil(count) + 1) >> 1;
}

static ARCH_COLD uint32_t row_bytes(uint32_t count)
{
	return rt_to_line(rt_flag_bytes(UINT32_C(1) << group_log2(count)));
}

static ARCH_COLD uint32_t wide_bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	if (!wide_wanted(run->count)) {
		return 0;
	}
	return rt_to_line(rt_flag_bytes(WIDE_WORDS)) +
	       rt_to_line(rt_flag_bytes(WIDE_CHILDREN)) +
	       rt_to_line(WIDE_BUFFERS * sizeof(struct abcast_header)) +
	       2 * row_bytes(run->count);
}

static ARCH_COLD void wide_place(const struct rt_run *run, uint32_t offset,
				 uint32_t size)
{
	uint32_t epoch = run->epoch;

	if (size == 0) {
		return;
	}
	abcast.me = arch_rank();
	abcast.count = run->count;
	plant(run->count);
	wide.group_log2 = group_log2(run->count);
	wide.on = true;
	wide.words = offset;
	offset += rt_to_line(rt_flag_bytes(WIDE_WORDS));
	wide.shown = offset;
	offset += rt_to_line(rt_flag_bytes(WIDE_CHILDREN));
	wide.headers = offset;
	offset += rt_to_line(WIDE_BUFFERS * sizeof(struct abcast_header));
	wide.members = offset;
	wide.leaders = offset + row_bytes(run->count);
	wide.come = wide.freed = wide.all_freed = abcast.sent = epoch;
	abcast.credit.complete = abcast.credit.wished = epoch;
	wide.told_up = epoch << 16 | (epoch & 0xffff);
	rt_flags_preset(wide.words, WIDE_BLOCKED, epoch);
	rt_flags_preset(wide.shown, WIDE_CHILDREN, wide.told_up);
	wide_hub_place(epoch);
}

static ARCH_COLD_DATA const struct rt_part wide_part = {
	.name = "abcast-wide",
	.bytes = wide_bytes,
	.placed = wide_place,
	.round = wide_round,
	.finish = wide_finish,
};
RT_PART(wide_part);

#endif
