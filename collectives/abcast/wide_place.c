/* SPDX-License-Identifier: Apache-2.0 */
/* The engine of large runs: its tree, and what is where. */
#include <stdlib.h>

#include "collectives/abcast/wide.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/boot.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/place.h"
#include "topology/regions.h"

#if ABCAST_WIDE

enum {
	HALF = WIDE_PARTS / 2,
	HALF_LOG2 = 2,
	CLOSE = 4, /* cores that are neighbours in the list of all */
	CLOSE_MOST = WIDE_CORES / CLOSE,
};

#define NO_PLACE UINT32_MAX

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
	regions_cut(rank, count, size, regions, rt_place);
	return rank;
}

/*
 * Nodes (arch/nodes.h) have a tree as cores of a node do, and a node's core at the top of
 * its own tree is above the tops of the nodes below it, too: so all that others say to
 * a node they say to that core.
 */
struct wide_spot {
	uint32_t above, edge;       /* above: of the list, or NO_PLACE */
	uint32_t below[WIDE_PARTS]; /* first so many */
	uint32_t n;
};

/* Where `at` is in the tree of a span. */
static ARCH_COLD struct wide_spot wide_place_in(struct span s, uint32_t at)
{
	struct wide_spot place = {.above = NO_PLACE};
	struct span under;

	while (top(s) != at) {
		uint32_t i = 0;

		place.above = top(s);
		place.edge = 0;
		for (under = part_of(s, i); at < under.lo || at >= under.hi;) {
			place.edge += under.lo < under.hi;
			under = part_of(s, ++i);
		}
		s = under;
	}
	for (uint32_t i = 0; i < WIDE_PARTS; i++) {
		under = part_of(s, i);
		if (under.lo < under.hi) {
			place.below[place.n++] = top(under);
		}
	}
	return place;
}

/* Of a list in the order of nodes: the cores of one. */
static ARCH_COLD struct span of_node(const uint16_t *rank, uint32_t count,
				     uint32_t node)
{
	struct span s = {0, 0};

	while (arch_node(rank[s.lo]) != node) {
		s.lo++;
	}
	for (s.hi = s.lo; s.hi < count && arch_node(rank[s.hi]) == node;) {
		s.hi++;
	}
	return s;
}

/* All cores: neighbours are close together, and in one node before all else. */
static ARCH_COLD uint16_t *list_of(uint32_t count)
{
	uint16_t *rank, *by_node;
	uint32_t n = 0;

	if (arch_nodes() == 1) {
		return close_together(count);
	}
	rank = close_together(count);
	by_node = malloc(count * sizeof(*by_node));
	if (!by_node) {
		rt_panic("no memory for the tree of abcast");
	}
	for (uint32_t node = 0; node < arch_nodes(); node++) {
		for (uint32_t i = 0; i < count; i++) {
			if (arch_node(rank[i]) == node) {
				by_node[n++] = rank[i];
			}
		}
	}
	free(rank);
	return by_node;
}

static ARCH_COLD void add_children(const struct wide_spot *place,
				   const uint16_t *rank)
{
	for (uint32_t i = 0; i < place->n; i++) {
		wide.child[wide.children++] = rank[place->below[i]];
	}
}

static ARCH_COLD void wide_plant(uint32_t count)
{
	uint16_t *rank = list_of(count);
	uint32_t node = arch_node(abcast.me), at;
	struct span nodes = {0, arch_nodes()}, mine;
	struct wide_spot place;

	mine = of_node(rank, count, top(nodes));
	wide.hub = rank[top(mine)];
	wide.is_hub = wide.hub == abcast.me;
	mine = of_node(rank, count, node);
	for (at = mine.lo; rank[at] != abcast.me;) {
		at++;
	}
	place = wide_place_in(mine, at);
	add_children(&place, rank);
	if (place.above != NO_PLACE) {
		wide.parent = rank[place.above];
		wide.edge = place.edge;
		free(rank);
		return;
	}
	/* The top of my node; its cores' edges come first. */
	place = wide_place_in(nodes, node);
	if (place.above != NO_PLACE) {
		mine = of_node(rank, count, place.above);
		wide.parent = rank[top(mine)];
		wide.edge = wide_place_in(mine, top(mine)).n + place.edge;
	}
	for (uint32_t i = 0; i < place.n; i++) {
		mine = of_node(rank, count, place.below[i]);
		wide.child[wide.children++] = rank[top(mine)];
	}
	free(rank);
}

/* What is where ----------------------------------------------------------------- */

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
	if (abcast_choose(run->count) != &wide_engine) {
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
	abcast_begin(&wide_engine);
	wide_plant(run->count);
	wide.group_log2 = group_log2(run->count);
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
	for (uint32_t i = 0; i < WIDE_CHILDREN; i++) {
		wide.below[i] = wide.told_up;
	}
	wide_hub_place(epoch);
}

/* Behind the buffers of the order those of offers. */
static ARCH_COLD uint32_t wide_place_buffers(uint32_t offset, uint32_t bytes,
					     uint32_t window)
{
	uint32_t most = WIDE_MOST_UNDER_WAY >> arith_log2_ceil(abcast.count);

	offset += ABCAST_BUFFERS * bytes;
	for (uint32_t i = 0; i < WIDE_OFFERS; i++, offset += bytes) {
		wide.offer[i] = offset;
	}
	return window < most ? window : most;
}

/* Rounds see that for themselves. */
static void wide_delivered(uint32_t root)
{
	(void)root;
}

ARCH_COLD_DATA const struct abcast_engine wide_engine = {
	.buffers_log2 = WIDE_BUFFERS_LOG2,
	.place = wide_place_buffers,
	.delivered = wide_delivered,
	.accept_all = wide_accept_all,
	.takes = wide_takes,
	.awaited = wide_awaited,
};

static ARCH_COLD_DATA const struct rt_part wide_part = {
	.name = "abcast-wide",
	.bytes = wide_bytes,
	.placed = wide_place,
	.round = wide_round,
	.finish = wide_finish,
};
RT_PART(wide_part);

#endif
