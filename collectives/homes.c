/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "collectives/cost.h"
#include "collectives/homes.h"
#include "runtime/arith.h"
#include "runtime/table.h"

enum {
	BANKS = 4,
	/* From being told to telling, in units of telling [measured]. */
	DELAY = 2,
};

/* Ranks first .. first + size - 1. */
struct region {
	uint32_t first, size;
};

static const char no_memory[] = "no memory for the homes of tiny broadcasts";

/* A line put into another MPB, and the word behind it. */
static ARCH_COLD uint32_t tell_cost(void)
{
	return costs.copy + costs.line + costs.flag;
}

/* What a broadcast takes beside the ways to the homes. */
static ARCH_COLD uint32_t ends_cost(void)
{
	return costs.load + 2 * costs.line + costs.wait + costs.copy +
	       costs.store;
}

static ARCH_COLD uint32_t make_tree(struct homes *homes, uint32_t regions)
{
	homes->regions = regions;
	homes->place = rt_table(regions, sizeof(*homes->place), no_memory);
	return arith_mul(shape_soonest(homes->place, regions, DELAY),
			 tell_cost());
}

void homes_push(struct homes *homes, uint32_t me, uint32_t count)
{
	if (count > SHAPE_PLACES) {
		return;
	}
	homes->cost = make_tree(homes, count) + ends_cost();
	homes->banks = 1;
	homes->mine = me;
}

#if ARCH_REMOTE_AWAIT
/*
 * So many look at one home: the last one sees it when all have been served, and
 * once more that time has passed until it has read.
 */
static ARCH_COLD uint32_t watch_cost(uint32_t cores)
{
	return arith_mul(cores, 2 * costs.serve);
}

/* The best number of regions, and what it costs. */
static ARCH_COLD uint32_t regions_of(uint32_t count, uint32_t *least)
{
	struct shape_place place[SHAPE_PLACES];
	uint32_t most = count < SHAPE_PLACES ? count : SHAPE_PLACES;
	uint32_t best = 0;

	*least = UINT32_MAX;
	for (uint32_t n = 1; n <= most; n += 1 + (n >> 2)) {
		uint32_t rest, size = arith_div(count + n - 1, n, &rest);
		uint32_t tells = shape_soonest(place, n, DELAY) + 1;
		uint32_t cost =
			arith_mul(tells, tell_cost()) + watch_cost(size);

		if (cost < *least) {
			*least = cost;
			best = n;
		}
	}
	return best;
}

static ARCH_COLD uint32_t distance(struct arch_coords a, struct arch_coords b)
{
	return (a.x > b.x ? a.x - b.x : b.x - a.x) +
	       (a.y > b.y ? a.y - b.y : b.y - a.y);
}

static ARCH_COLD struct arch_coords middle(struct region region)
{
	struct arch_coords sum = {0, 0, 0};
	uint32_t rest;

	for (uint32_t i = 0; i < region.size; i++) {
		struct arch_coords at = arch_coords(region.first + i);

		sum.x += at.x;
		sum.y += at.y;
	}
	sum.x = arith_div(sum.x, region.size, &rest);
	sum.y = arith_div(sum.y, region.size, &rest);
	return sum;
}

/* The cores nearest to the middle, one a bank. */
static ARCH_COLD void choose_homes(struct homes *homes, uint32_t number,
				   struct region region)
{
	struct arch_coords center = middle(region);
	uint32_t reached = 0; /* all nearer ones are homes already */
	uint32_t from = 0;    /* and of those so far away, all before */

	for (uint32_t bank = 0; bank < homes->banks; bank++) {
		uint32_t best = UINT32_MAX, at = 0;

		for (uint32_t i = 0; i < region.size; i++) {
			uint32_t d =
				distance(arch_coords(region.first + i), center);

			if (d < best &&
			    (d > reached || (d == reached && i >= from))) {
				best = d;
				at = i;
			}
		}
		reached = best;
		from = at + 1;
		homes->rank[arith_mul(bank, homes->regions) + number] =
			(uint16_t)(region.first + at);
	}
}

void homes_pull(struct homes *homes, uint32_t me, uint32_t count)
{
	uint32_t larger, size;
	struct region region = {0, 0};

	make_tree(homes, regions_of(count, &homes->cost));
	homes->cost += ends_cost();
	size = arith_div(count, homes->regions, &larger);
	homes->banks = size < BANKS ? size : BANKS;
	homes->rank = rt_table(arith_mul(homes->regions, homes->banks),
			       sizeof(*homes->rank), no_memory);
	for (uint32_t i = 0; i < homes->regions; i++) {
		region.first += region.size;
		region.size = size + (i < larger);
		if (me - region.first < region.size) {
			homes->mine = i;
		}
		choose_homes(homes, i, region);
	}
}
#endif
