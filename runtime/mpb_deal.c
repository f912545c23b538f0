/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/arith.h"
#include "runtime/mpb_deal.h"

/* Gives the i-th up to so many lines more.  Has it taken any? */
static ARCH_COLD bool map_raise(struct rt_map *map, uint32_t i, uint32_t more)
{
	uint32_t has = map->got[i], asks = rt_map_asks(map, i, has + more);

	if (asks <= has || asks - has > more) {
		return false;
	}
	map->got[i] = (uint16_t)asks;
	map->used += asks - has;
	return true;
}

/* How many lines more the i-th would like. */
static ARCH_COLD uint32_t map_wants(const struct rt_map *map, uint32_t i)
{
	uint32_t best = rt_map_asks(map, i, map->window);

	return best > map->got[i] ? best - map->got[i] : 0;
}

/* Can it do nothing with less than the lines more that it wants? */
static ARCH_COLD bool map_whole(const struct rt_map *map, uint32_t i,
				uint32_t wants)
{
	return rt_map_asks(map, i, map->got[i] + wants - 1) <= map->got[i];
}

/*
 * Gives all that it wants to the one that wants the least; false: it is too much.  With
 * `yields` the heap goes back to its least for that, if the part can do nothing with less.
 */
static ARCH_COLD bool map_content(struct rt_map *map, bool yields)
{
	uint32_t whose = 0, least = UINT32_MAX;
	uint16_t *heap = &map->got[map->parts];
	uint32_t spare = yields ? *heap - rt_map_asks(map, map->parts, 0) : 0;

	for (uint32_t i = 0; i <= map->parts; i++) {
		uint32_t wants = map_wants(map, i);

		if (wants > 0 && wants < least &&
		    (!yields || map_whole(map, i, wants))) {
			least = wants;
			whose = i;
		}
	}
	if (least > map->window - map->used + spare) {
		return false;
	}
	*heap -= spare;
	map->used -= spare;
	return map_raise(map, whose, least);
}

/* Offers so many lines to each that wants more, or to the first that takes any. */
static ARCH_COLD bool map_offer(struct rt_map *map, uint32_t lines, bool first)
{
	bool taken = false;

	for (uint32_t i = 0; i <= map->parts && !(first && taken); i++) {
		taken |= lines > 0 && map_raise(map, i, lines);
	}
	return taken;
}

/* What is left is dealt: see the rule in the header. */
void rt_map_deal(struct rt_map *map)
{
	bool taken;

	while (map_content(map, false) || map_content(map, true)) {
	}
	do {
		uint32_t left = map->window - map->used, wanting = 0, rest;

		for (uint32_t i = 0; i <= map->parts; i++) {
			wanting += map_wants(map, i) > 0;
		}
		if (wanting == 0) {
			return;
		}
		taken = map_offer(map, arith_div(left, wanting, &rest),
				  false) ||
			map_offer(map, left, true);
	} while (taken);
}
