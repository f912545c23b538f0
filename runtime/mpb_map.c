/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/annotate.h"
#include "topology/arith.h"
#include "runtime/boot.h"
#include "runtime/console.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/part.h"

enum {
	MAP_PARTS = 48, /* of an image, at most */
	MAP_NAMED = 3,  /* parts that the error names */
};

struct rt_run rt_run;

struct rt_heap rt_heap;

static uint32_t map_hash;

uint32_t rt_to_line(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static ARCH_COLD void hash_in(uint32_t value)
{
	/* Shifts and additions only: B. Jenkins' one-at-a-time, by words. */
	map_hash += value;
	map_hash += map_hash << 10;
	map_hash ^= map_hash >> 6;
}

/*
 * What each part of the list gets, in lines.  Behind the last part is the heap, which is
 * none: what nobody takes is the application's.
 */
struct map {
	uint32_t window, used; /* lines */
	uint32_t parts;
	uint16_t got[MAP_PARTS + 1]; /* a window of 2^16 lines at most */
};

static ARCH_COLD uint32_t map_lines(uint32_t bytes)
{
	return rt_to_line(bytes) / ARCH_LINE; /* a power of two */
}

/* How many lines the i-th would take of so many. */
static ARCH_COLD uint32_t map_asks(const struct map *map, uint32_t i,
				   uint32_t offered)
{
	const struct rt_part *part;

	if (i == map->parts) {
		return rt_heap_bytes
			       ? map_lines(rt_heap_bytes(offered * ARCH_LINE))
			       : 0;
	}
	part = __start_weft_parts[i];
	return part->bytes
		       ? map_lines(part->bytes(&rt_run, offered * ARCH_LINE))
		       : 0;
}

/* Gives the i-th up to so many lines more.  Has it taken any? */
static ARCH_COLD bool map_raise(struct map *map, uint32_t i, uint32_t more)
{
	uint32_t has = map->got[i], asks = map_asks(map, i, has + more);

	if (asks <= has || asks - has > more) {
		return false;
	}
	map->got[i] = (uint16_t)asks;
	map->used += asks - has;
	return true;
}

/* All get their least. */
static ARCH_COLD void map_least(struct map *map)
{
	map->window = arch_window_bytes(ARCH_WINDOW_MPB) / ARCH_LINE;
	map->parts = (uint32_t)(__stop_weft_parts - __start_weft_parts);
	map->used = 0;
	if (map->parts > MAP_PARTS) {
		rt_panic("the image has %u parts, of %u", map->parts,
			 MAP_PARTS);
	}
	for (uint32_t i = 0; i <= map->parts; i++) {
		uint32_t least = map_asks(map, i, 0);

		map->got[i] = (uint16_t)least;
		map->used += least;
	}
}

/* How many lines more the i-th would like. */
static ARCH_COLD uint32_t map_wants(const struct map *map, uint32_t i)
{
	uint32_t best = map_asks(map, i, map->window);

	return best > map->got[i] ? best - map->got[i] : 0;
}

/* Can it do nothing with less than the lines more that it wants? */
static ARCH_COLD bool map_whole(const struct map *map, uint32_t i,
				uint32_t wants)
{
	return map_asks(map, i, map->got[i] + wants - 1) <= map->got[i];
}

/*
 * Gives all that it wants to the one that wants the least; false: it is too much.  With
 * `yields` the heap goes back to its least for that, if the part can do nothing with less.
 */
static ARCH_COLD bool map_content(struct map *map, bool yields)
{
	uint32_t whose = 0, least = UINT32_MAX;
	uint16_t *heap = &map->got[map->parts];
	uint32_t spare = yields ? *heap - map_asks(map, map->parts, 0) : 0;

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
static ARCH_COLD bool map_offer(struct map *map, uint32_t lines, bool first)
{
	bool taken = false;

	for (uint32_t i = 0; i <= map->parts && !(first && taken); i++) {
		taken |= lines > 0 && map_raise(map, i, lines);
	}
	return taken;
}

/* What is left is dealt: see the rule in the header. */
static ARCH_COLD void map_deal(struct map *map)
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

/* It does not fit, by so much; the largest parts are named. */
static ARCH_COLD _Noreturn void map_short(const struct map *map)
{
	const char *name[MAP_NAMED];
	uint32_t bytes[MAP_NAMED];

	for (uint32_t n = 0, below = UINT32_MAX; n < MAP_NAMED; n++) {
		uint32_t most = 0;

		for (uint32_t i = 0; i <= map->parts; i++) {
			/* Sizes that are alike are told apart by their place. */
			uint32_t rank = (uint32_t)map->got[i] << 8 | i;

			if (rank < below && rank >= most) {
				most = rank;
			}
		}
		below = most;
		name[n] = (most & 255) == map->parts
				  ? "heap"
				  : __start_weft_parts[most & 255]->name;
		bytes[n] = (most >> 8) * ARCH_LINE;
	}
	rt_refuse("the MPB of %u bytes is %u too small for what is linked; the "
		  "least of %s is %u, of %s %u, of %s %u; link less, run "
		  "fewer cores, or lower WEFT_MPB_HEAP",
		  map->window * ARCH_LINE,
		  (map->used - map->window) * ARCH_LINE, name[0], bytes[0],
		  name[1], bytes[1], name[2], bytes[2]);
}

static ARCH_COLD void map_print(const struct map *map, uint32_t i,
				const char *name, uint32_t offset)
{
	uint32_t best = map_asks(map, i, map->window);

	if (map->got[i] > 0 || best > 0) {
		rt_say("weft: mpb %s offset=%u bytes=%u least=%u best=%u", name,
		       offset, map->got[i] * ARCH_LINE,
		       map_asks(map, i, 0) * ARCH_LINE, best * ARCH_LINE);
	}
}

/* The parts of one pass get their bytes, from that offset on.  Returns their end. */
static ARCH_COLD uint32_t map_place(const struct map *map, bool last,
				    uint32_t offset, bool print)
{
	for (uint32_t i = 0; i < map->parts; i++) {
		const struct rt_part *part = __start_weft_parts[i];
		uint32_t bytes = map->got[i] * ARCH_LINE;

		if (part->last != last) {
			continue;
		}
		if (print) {
			map_print(map, i, part->name, offset);
		}
		arch_annotate_region(part->name, offset, bytes);
		if (part->placed) {
			part->placed(&rt_run, offset, bytes);
		}
		hash_in(offset);
		hash_in(bytes);
		offset += bytes;
	}
	return offset;
}

static ARCH_COLD void take_run(void)
{
	rt_run.count = arch_count();
	rt_run.epoch = rt_env_u32("WEFT_EPOCH", 0);
}

void rt_mpb_map(void)
{
	bool print = arch_rank() == 0 && rt_env("WEFT_SHOW_MAP");
	uint32_t end;
	struct map map;

	take_run();
	rt_parts_begin();
	map_least(&map);
	if (map.used > map.window) {
		map_short(&map);
	}
	if (!rt_env_u32("WEFT_MPB_LEAST", 0)) {
		map_deal(&map);
	}
	hash_in(rt_run.count);
	hash_in(rt_run.epoch);
	end = map_place(&map, false, 0, print);
	end = map_place(&map, true, end, print);
	rt_heap.offset = end;
	rt_heap.bytes = map.window * ARCH_LINE - end;
	map.got[map.parts] = (uint16_t)(rt_heap.bytes / ARCH_LINE);
	if (print) {
		map_print(&map, map.parts, "heap", end);
	}
#if !ARCH_NEAR
	rt_heap.words = rt_heap.bytes / sizeof(uint32_t);
#endif
	arch_annotate_region(ARCH_ANNOTATE_HEAP, end, rt_heap.bytes);
}

void rt_map_agree(uint32_t value)
{
	hash_in(value);
}

uint32_t rt_mpb_map_hash(void)
{
	return map_hash;
}

void rt_flags_preset(uint32_t flags, uint32_t n, uint32_t value)
{
	for (uint32_t i = 0; i < n; i++) {
		arch_flag_write(arch_rank(), rt_flag(flags, i), value);
	}
}
