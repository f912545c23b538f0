/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the cascade, and its regions and hubs; see collectives/bcast/cascade.h. */
#include "collectives/bcast/cascade.h"
#include "runtime/part.h"
#include "runtime/place.h"
#include "runtime/table.h"
#include "topology/regions.h"

#if ARCH_REMOTE_AWAIT

/* Tests have smaller regions, of teams of any size. */
#ifdef CASCADE_REGION
#define LEAST 1
#else
#define CASCADE_REGION 16 /* cores, while there are no more than 256 regions */
#define LEAST          CASCADE_CORES
#endif
#ifndef CASCADE_BELOW
#define CASCADE_BELOW CASCADE_DEGREE_SHIFT
#endif

struct cascade cascade_world;

/* Cores of the largest region. */
static ARCH_COLD uint32_t largest(uint32_t count)
{
	uint32_t size = CASCADE_REGION, rest;

	while (arith_div(count + size - 1, size, &rest) > CASCADE_REGIONS) {
		size <<= 1;
	}
	return size;
}

enum {
	PASSED = CASCADE_HUBS << CASCADE_DEGREE_SHIFT
};

static ARCH_COLD uint32_t cascade_flags(uint32_t count)
{
	return largest(count) + PASSED + CASCADE_HUBS;
}

uint32_t cascade_bytes(uint32_t count)
{
	return count < LEAST ? 0 : rt_flag_bytes(cascade_flags(count));
}

void cascade_preset(void *of)
{
	struct cascade *own = of;

	own->striped.refreshed = own->striped.count;
	rt_flags_preset(own->striped.taken,
			cascade_flags(own->striped.barrier->team.size),
			own->striped.count);
}

/* The hubs of all regions, as many as the smallest one, the last, has cores for. */
static ARCH_COLD void find_hubs(struct cascade *own, const uint16_t *order,
				struct parts regions)
{
	uint32_t hubs = UINT32_C(1) << own->striped.stripes.shift;

	for (uint32_t r = 0; r < own->regions; r++) {
		uint32_t first = parts_first(regions, r);

		regions_middle(own->hub + (r << CASCADE_SHIFT), hubs,
			       order + first,
			       parts_first(regions, r + 1) - first, rt_place);
	}
}

/* Which region each core is in, and which is mine. */
static ARCH_COLD void find_mine(struct cascade *own, uint16_t *order,
				struct parts regions)
{
	for (uint32_t r = 0; r < own->regions; r++) {
		uint32_t first = parts_first(regions, r);
		uint32_t cores = parts_first(regions, r + 1) - first;

		for (uint32_t c = 0; c < cores; c++) {
			own->region[order[first + c]] = (uint16_t)r;
			if (order[first + c] == arch_rank()) {
				own->core = order + first;
				own->cores = cores;
				own->mine = r;
				own->place = c;
			}
		}
	}
}

/* The hubs of my own region, and their places in it. */
static ARCH_COLD void find_my_hubs(struct cascade *own)
{
	struct stripes *stripes = &own->striped.stripes;

	for (uint32_t i = 0; i >> stripes->shift == 0; i++) {
		stripes->hub[i] = cascade_hub(own, own->mine, i);
		stripes->place[i] = 0;
		while (own->core[stripes->place[i]] != stripes->hub[i]) {
			stripes->place[i]++;
		}
	}
}

/*
 * Those below a place of the tree are close together, and the one in their middle is at
 * that place; at the top is the first of all.  A region's first hub stands for it.
 */
static ARCH_COLD void find_tree(struct cascade *own)
{
	uint32_t n = own->regions, shift = own->degree_shift, below, c;
	uint16_t count[CASCADE_REGIONS], first[CASCADE_REGIONS];
	uint16_t row[CASCADE_REGIONS], middle, next;

	for (uint32_t p = 0; p < n; p++) {
		count[p] = 1;
		row[p] = (uint16_t)cascade_hub(own, p, 0);
	}
	for (uint32_t p = n - 1; p > 0; p--) {
		count[(p - 1) >> shift] += count[p];
	}
	first[0] = 0;
	for (uint32_t p = 0; p < n; p++) {
		next = first[p];
		middle = row[next];
		if (p > 0) {
			regions_middle(&middle, 1, row + next, count[p],
				       rt_place);
		}
		for (c = next; row[c] != middle; c++) {
		}
		row[c] = row[next++];
		own->at[p] = own->region[middle];
		own->tree[own->at[p]] = (uint16_t)p;
		c = tree_children(p, UINT32_C(1) << shift, n, &below);
		regions_cut(row + next, count[p] - 1u, count + below, c,
			    rt_place);
		for (; c > 0; c--, below++) {
			first[below] = next;
			next += count[below];
		}
	}
}

void cascade_place(struct cascade *own, struct barrier_best *barrier,
		   uint32_t offset, uint32_t epoch)
{
	static const char no_memory[] =
		"no memory for the regions of a cascade";
	uint32_t count = barrier->team.size, most = largest(count), rest;
	uint32_t n = arith_div(count + most - 1, most, &rest);
	struct parts regions = parts_of(count, n);
	uint32_t shift = CASCADE_SHIFT;

	while (UINT32_C(1) << shift > regions.each) {
		shift--;
	}
	own->striped.barrier = barrier;
	own->striped.count = own->striped.refreshed = epoch;
	own->striped.taken = offset;
	own->passed = rt_flag(own->striped.taken, most);
	own->striped.ready = rt_flag(own->passed, PASSED);
	own->regions = n;
	own->most = regions.each + (regions.longer > 0);
	own->striped.stripes.shift = shift;
	own->degree_shift = CASCADE_BELOW;
	own->core = rt_table(count, sizeof(*own->core), no_memory);
	own->region = rt_table(arch_count(), sizeof(*own->region), no_memory);
	own->hub = rt_table(n << CASCADE_SHIFT, sizeof(*own->hub), no_memory);
	own->at = rt_table(n, sizeof(*own->at), no_memory);
	own->tree = rt_table(n, sizeof(*own->tree), no_memory);
	if (epoch != 0) {
		cascade_preset(own);
	}
}

void cascade_find(struct cascade *own)
{
	const struct team *team = &own->striped.barrier->team;
	uint32_t count = team->size, n = own->regions;
	struct parts regions = parts_of(count, n);
	uint16_t size[CASCADE_REGIONS], *order = own->core;

	for (uint32_t i = 0; i < count; i++) {
		order[i] = (uint16_t)team_rank(team, i);
	}
	for (uint32_t r = 0; r < n; r++) {
		size[r] = (uint16_t)(regions.each + (r < regions.longer));
	}
	regions_cut(order, count, size, n, rt_place);
	find_mine(own, order, regions);
	find_hubs(own, order, regions);
	find_my_hubs(own);
	find_tree(own);
	own->found = true;
}

/* All words, or none: weft_bcast has others then. */
static ARCH_COLD uint32_t cascade_part_bytes(const struct rt_run *run,
					     uint32_t offered)
{
	uint32_t best = cascade_bytes(run->count);

	return offered < best ? 0 : best;
}

static ARCH_COLD void cascade_part_place(const struct rt_run *run,
					 uint32_t offset, uint32_t size)
{
	if (size > 0) {
		barrier_best_world.team = team_world(); /* perhaps not yet */
		cascade_place(&cascade_world, &barrier_best_world, offset,
			      run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "cascade",
	.bytes = cascade_part_bytes,
	.placed = cascade_part_place,
};
RT_PART_DEALT(part);

#endif
