/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the cascade, and its regions and hubs; see collectives/bcast/cascade.h. */
#include "collectives/bcast/cascade.h"
#include "runtime/part.h"
#include "runtime/place.h"
#include "runtime/table.h"
#include "topology/parts.h"
#include "topology/squares.h"

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

/* Where each region begins in the order, and its first hub: all are in its middle. */
static ARCH_COLD void find_regions(struct cascade *own, struct parts regions)
{
	uint32_t first = 0, hubs = UINT32_C(1) << own->striped.stripes.shift;

	for (uint32_t r = 0; r < own->regions; r++) {
		uint32_t cores = regions.each + (r < regions.longer);

		own->hub[r] = (uint16_t)(first + ((cores - hubs) >> 1));
		if (r == own->mine) {
			own->core = own->order + first;
			own->cores = cores;
		}
		first += cores;
	}
}

/* My place in my region, its hubs, and their places in it. */
static ARCH_COLD void find_mine(struct cascade *own)
{
	struct stripes *stripes = &own->striped.stripes;
	uint32_t first =
		(uint32_t)(own->order + own->hub[own->mine] - own->core);

	for (uint32_t c = 0; c < own->cores; c++) {
		own->place = own->core[c] == arch_rank() ? c : own->place;
	}
	for (uint32_t i = 0; i >> stripes->shift == 0; i++) {
		stripes->hub[i] = own->core[first + i];
		stripes->place[i] = first + i;
	}
}

/*
 * Those below a place of the tree are regions in a row, which are close together, and the
 * one in their middle is at that place; at the top is the first of all.
 */
static ARCH_COLD void find_tree(struct cascade *own)
{
	uint32_t n = own->regions, shift = own->degree_shift, below;
	uint16_t count[CASCADE_REGIONS], first[CASCADE_REGIONS];

	for (uint32_t p = 0; p < n; p++) {
		count[p] = 1;
	}
	for (uint32_t p = n - 1; p > 0; p--) {
		count[(p - 1) >> shift] += count[p];
	}
	first[0] = 0;
	for (uint32_t p = 0; p < n; p++) {
		uint32_t c = tree_children(p, UINT32_C(1) << shift, n, &below);
		uint32_t before = p == 0 ? 0 : c >> 1, next = first[p];

		for (uint32_t i = 0; i <= c; i++) {
			if (i == before) {
				own->at[p] = (uint16_t)next;
				own->tree[next++] = (uint16_t)p;
			}
			if (i < c) {
				first[below + i] = (uint16_t)next;
				next += count[below + i];
			}
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
	own->order = rt_table(count, sizeof(*own->order), no_memory);
	own->hub = rt_table(n, sizeof(*own->hub), no_memory);
	own->at = rt_table(n, sizeof(*own->at), no_memory);
	own->tree = rt_table(n, sizeof(*own->tree), no_memory);
	if (epoch != 0) {
		cascade_preset(own);
	}
}

uint32_t cascade_region(const struct cascade *own, uint32_t rank)
{
	uint32_t count = own->striped.barrier->team.size;

	return parts_with(parts_of(count, own->regions),
			  squares_place(rank, count, own->width));
}

/* The world's cores, which are numbered row by row. */
void cascade_find(struct cascade *own)
{
	uint32_t count = own->striped.barrier->team.size;
	struct cores cores = {.count = count, .where = rt_place};

	own->width = squares_row(&cores);
	own->mine = cascade_region(own, arch_rank());
	own->top = own->mine;
	own->root = arch_rank();
	squares_order(own->order, count, own->width);
	find_regions(own, parts_of(count, own->regions));
	find_mine(own);
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
