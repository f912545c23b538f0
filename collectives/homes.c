/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "collectives/cost.h"
#include "collectives/homes.h"
#include "runtime/arith.h"
#include "runtime/table.h"

enum {
	/* From being told to telling, in units of telling [measured]. */
	DELAY = 3,
};

/* Ranks first .. first + size - 1. */
struct region {
	uint32_t first, size;
};

static const char no_memory[] = "no memory for the homes of tiny broadcasts";

/* What so many lines of news cost. */
struct news {
	uint32_t tell;  /* to tell one more home, the word with the last line */
	uint32_t serve; /* a home, for each that reads them there */
	uint32_t least; /* to read what comes after the line with the word */
};

static ARCH_COLD struct news news_of(uint32_t lines)
{
	return (struct news){
		.tell = arith_mul(lines, costs.line) + costs.flag,
		.serve = arith_mul(lines, costs.serve),
		.least = arith_mul(lines - 1, costs.line + costs.store),
	};
}

/* What a broadcast takes beside the ways to the homes. */
static ARCH_COLD uint32_t ends_cost(void)
{
	return costs.load + 2 * costs.line + costs.wait + 2 * costs.copy +
	       costs.store;
}

static ARCH_COLD uint32_t make_tree(struct homes *homes, uint32_t regions)
{
	homes->regions = regions;
	homes->place = rt_table(regions, sizeof(*homes->place), no_memory);
	return shape_soonest(homes->place, regions, DELAY);
}

void homes_push(struct homes *homes, uint32_t me, uint32_t count)
{
	uint32_t last;

	if (count > SHAPE_PLACES) {
		return;
	}
	last = make_tree(homes, count);
	homes->cost = arith_mul(last, news_of(1).tell) + ends_cost();
	homes->banks = 1;
	homes->mine = me;
}

#if ARCH_REMOTE_AWAIT
/* When each place is told: the root tells one after another, its own home last. */
static ARCH_COLD void
tell_times(uint16_t *told, const struct shape_place *place, uint32_t count)
{
	told[0] = place[0].children + 1;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t begins = i == 0 ? 0 : told[i] + DELAY;

		for (uint32_t j = 0; j < place[i].children; j++) {
			told[place[i].first + j] = (uint16_t)(begins + j + 1);
		}
	}
}

/*
 * How many cores can look at a home that is told then, and all have seen it by
 * `time`, in the units of collectives/cost.h: when each has been served once more.
 */
static ARCH_COLD uint32_t watchers(uint32_t told, uint32_t time,
				   struct news news)
{
	uint32_t rest, begins = arith_mul(told, news.tell);

	return time < begins + news.least
		       ? 0
		       : arith_div(time - begins, news.serve, &rest);
}

/* Can all cores have seen it by then, and each home its own? */
static ARCH_COLD bool enough(const uint16_t *told, uint32_t regions,
			     uint32_t count, uint32_t time, struct news news)
{
	uint32_t all = 0;

	for (uint32_t i = 0; i < regions; i++) {
		uint32_t n = watchers(told[i], time, news);

		if (n == 0) {
			return false;
		}
		all += n;
	}
	return all >= count;
}

/* So that the last one of all is done soonest: returns when. */
static ARCH_COLD uint32_t share_out(uint16_t *size,
				    const struct shape_place *place,
				    uint32_t regions, uint32_t count,
				    struct news news)
{
	uint16_t told[SHAPE_PLACES];
	uint32_t time = 0, left = count;

	tell_times(told, place, regions);
	for (uint32_t bit = UINT32_C(1) << 24; bit > 0; bit >>= 1) {
		if (!enough(told, regions, count, time + bit - 1, news)) {
			time += bit;
		}
	}
	for (uint32_t i = 0; i < regions; i++) {
		uint32_t n = watchers(told[i], time, news);
		uint32_t others = regions - 1 - i; /* at least one each */

		n = n < left - others ? n : left - others;
		size[i] = (uint16_t)n;
		left -= n;
	}
	return time;
}

/* The best number of regions. */
static ARCH_COLD uint32_t regions_of(uint32_t count, struct news news)
{
	struct shape_place place[SHAPE_PLACES];
	uint16_t size[SHAPE_PLACES];
	uint32_t most = count < SHAPE_PLACES ? count : SHAPE_PLACES;
	uint32_t best = 0, least = UINT32_MAX;

	/* Past twice the best it gets only worse. */
	for (uint32_t n = 1; n <= most && n <= 2 * best + 2;
	     n += 1 + (n >> 2)) {
		uint32_t cost;

		shape_soonest(place, n, DELAY);
		cost = share_out(size, place, n, count, news);
		if (cost < least) {
			least = cost;
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

/* Of all runs of `banks` neighbours that with the middle of the region in it. */
static ARCH_COLD uint32_t first_home(struct region region, uint32_t banks)
{
	struct arch_coords center = middle(region);
	uint32_t best = 0, least = UINT32_MAX, before = banks >> 1;

	for (uint32_t i = 0; i < region.size; i++) {
		uint32_t d = distance(arch_coords(region.first + i), center);

		if (d < least) {
			least = d;
			best = i;
		}
	}
	best = best > before ? best - before : 0;
	if (best + banks > region.size) {
		best = region.size - banks;
	}
	return region.first + best;
}

void homes_pull(struct homes *homes, uint32_t me, uint32_t count,
		uint32_t lines, uint32_t banks)
{
	struct news news = news_of(lines);
	struct region region = {0, 0};
	uint16_t size[SHAPE_PLACES];

	make_tree(homes, regions_of(count, news));
	homes->cost = ends_cost() + share_out(size, homes->place,
					      homes->regions, count, news);
	homes->banks = banks;
	for (uint32_t i = 0; i < homes->regions; i++) {
		homes->banks = size[i] < homes->banks ? size[i] : homes->banks;
	}
	homes->rank = rt_table(homes->regions, sizeof(*homes->rank), no_memory);
	for (uint32_t i = 0; i < homes->regions; i++) {
		region.first += region.size;
		region.size = size[i];
		if (me - region.first < region.size) {
			homes->mine = i;
		}
		homes->rank[i] = (uint16_t)first_home(region, homes->banks);
	}
}
#endif
