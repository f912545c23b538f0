/* SPDX-License-Identifier: Apache-2.0 */
#include "topology/arith.h"
#include "runtime/mpb_deal.h"

/* On the stack, which is short, only as long as this takes. */
struct deal {
	struct rt_map *map;
	/* Those alone that would take more than their least, and how much more. */
	struct map_want {
		uint16_t lines;
		uint8_t part;
		uint8_t waits; /* it wants more than those leave that want less */
	} wants[RT_MAP_PARTS + 1];
	uint32_t wanting;
	uint32_t heap_least;
};

static ARCH_COLD void map_give(struct rt_map *map, struct map_want *want,
			       uint32_t lines)
{
	uint16_t *got = &map->got[want->part];

	*got = (uint16_t)(*got + lines);
	map->used += lines;
	want->lines = (uint16_t)(want->lines - lines);
}

/* Offers it so many lines more.  Has it taken any? */
static ARCH_COLD bool map_raise(struct rt_map *map, struct map_want *want,
				uint32_t more)
{
	uint32_t has = map->got[want->part];
	uint32_t asks = rt_map_asks(map, want->part, has + more);

	if (asks <= has || asks - has > more) {
		return false;
	}
	map_give(map, want, asks - has);
	return true;
}

/* Asks each once what it would take of all, so the rest asks only few, and seldom. */
static ARCH_COLD void map_ask_all(struct deal *deal)
{
	struct rt_map *map = deal->map;

	deal->wanting = 0;
	deal->heap_least = map->got[map->parts];
	for (uint32_t i = 0; i <= map->parts; i++) {
		uint32_t best = rt_map_asks(map, i, map->window);

		/* The heap in any case: it may have to yield. */
		if (best > map->got[i] || i == map->parts) {
			deal->wants[deal->wanting++] = (struct map_want){
				(uint16_t)(best - map->got[i]), (uint8_t)i, 0};
		}
	}
}

/* Can it do nothing with less than the lines more that it wants? */
static ARCH_COLD bool map_whole(const struct rt_map *map,
				const struct map_want *want)
{
	uint32_t has = map->got[want->part];

	return rt_map_asks(map, want->part, has + want->lines - 1) <= has;
}

/* Of those that do not wait the one that wants the most, of equals the last: it waits. */
static ARCH_COLD uint32_t map_most(struct deal *deal)
{
	struct map_want *most = deal->wants;

	for (uint32_t n = 1; n < deal->wanting; n++) {
		struct map_want *want = &deal->wants[n];

		if (!want->waits &&
		    (most->waits || want->lines >= most->lines)) {
			most = want;
		}
	}
	most->waits = 1;
	return most->lines;
}

/* Those that want the least get all of it, until one wants more than is left. */
static ARCH_COLD void map_content(struct deal *deal)
{
	struct rt_map *map = deal->map;
	uint32_t all = 0, left = map->window - map->used;

	for (uint32_t n = 0; n < deal->wanting; n++) {
		all += deal->wants[n].lines;
		deal->wants[n].waits = 0;
	}
	while (all > left) {
		all -= map_most(deal);
	}
	for (uint32_t n = 0; n < deal->wanting; n++) {
		struct map_want *want = &deal->wants[n];

		if (!want->waits) {
			map_give(map, want, want->lines);
		}
	}
}

/*
 * The heap goes back to its least for the one of those that can do nothing with less than they
 * want which wants the least; false: there is none, or even that is too little.
 */
static ARCH_COLD bool map_yield(struct deal *deal)
{
	struct rt_map *map = deal->map;
	uint32_t spare = map->got[map->parts] - deal->heap_least;
	uint32_t least = map->window - map->used + spare + 1;
	struct map_want *end = &deal->wants[deal->wanting];
	struct map_want *heap = deal->wants, *want = heap, *first = NULL;

	while (heap->part != map->parts) {
		heap++;
	}
	for (; spare > 0 && want < end; want++) {
		if (want->lines > 0 && want->lines < least &&
		    map_whole(map, want)) {
			least = want->lines;
			first = want;
		}
	}
	if (!first) {
		return false;
	}
	map->got[map->parts] = (uint16_t)deal->heap_least;
	map->used -= spare;
	heap->lines = (uint16_t)(heap->lines + spare);
	map_give(map, first, least);
	return true;
}

/* Offers so many lines to each that wants more, or to the first that takes any. */
static ARCH_COLD bool map_offer(struct deal *deal, uint32_t lines, bool first)
{
	bool taken = false;

	for (uint32_t n = 0; lines > 0 && n < deal->wanting; n++) {
		struct map_want *want = &deal->wants[n];

		taken |= want->lines > 0 && map_raise(deal->map, want, lines);
		if (first && taken) {
			break;
		}
	}
	return taken;
}

/* What is left is dealt: see the rule in the header. */
void rt_map_deal(struct rt_map *map)
{
	struct deal deal;
	bool taken;

	deal.map = map;
	map_ask_all(&deal);
	do {
		map_content(&deal);
	} while (map_yield(&deal));
	do {
		uint32_t left = map->window - map->used, wanting = 0, rest;

		for (uint32_t n = 0; n < deal.wanting; n++) {
			wanting += deal.wants[n].lines > 0;
		}
		if (wanting == 0 || left == 0) {
			return;
		}
		taken = map_offer(&deal, arith_div(left, wanting, &rest),
				  false) ||
			map_offer(&deal, left, true);
	} while (taken);
}
