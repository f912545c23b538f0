/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/annotate.h"
#include "runtime/console.h"
#include "runtime/mpb_deal.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/variables.h"

enum {
	MAP_NAMED = 3 /* parts that the error names */
};

/* Where no part would take more than its least it is not linked. */
extern void rt_map_deal(struct rt_map *map)
	__attribute__((weak, visibility("hidden")));

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

static ARCH_COLD uint32_t map_lines(uint32_t bytes)
{
	/* A power of two; any number of bytes, so nothing is added first. */
	return bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);
}

/* How many lines the i-th would take of so many. */
uint32_t rt_map_asks(const struct rt_map *map, uint32_t i, uint32_t offered)
{
	const struct rt_part *part;

	if (i == map->parts) {
		return rt_heap_bytes
			       ? map_lines(rt_heap_bytes(offered * ARCH_LINE))
			       : 0;
	}
	part = __start_weft_parts[i];
	return part->bytes && !part->small
		       ? map_lines(part->bytes(&rt_run, offered * ARCH_LINE))
		       : 0;
}

/* Of the i-th part, if it is small. */
static ARCH_COLD uint32_t small_bytes(uint32_t i)
{
	const struct rt_part *part = __start_weft_parts[i];

	return part->small ? part->bytes(&rt_run, 0) : 0;
}

/* All get their least. */
static ARCH_COLD void map_least(struct rt_map *map)
{
	uint32_t small = 0;

	map->window = arch_window_bytes(ARCH_WINDOW_MPB) / ARCH_LINE;
	map->parts = (uint32_t)(__stop_weft_parts - __start_weft_parts);
	map->used = 0;
	if (map->parts > RT_MAP_PARTS) {
		rt_panic("the image has %u parts, of %u", map->parts,
			 RT_MAP_PARTS);
	}
	for (uint32_t i = 0; i <= map->parts; i++) {
		uint32_t words = i < map->parts ? small_bytes(i) : 0;
		uint32_t least = words > 0 ? 0 : rt_map_asks(map, i, 0);

		map->got[i] = (uint16_t)least;
		map->used += least;
		small += words;
	}
	map->used += map_lines(small);
}

/* The part, or the heap, with the largest least of those that are not named yet. */
static ARCH_COLD uint32_t map_largest(const struct rt_map *map,
				      const uint32_t *named, uint32_t n)
{
	uint32_t most = 0, whose = map->parts;

	for (uint32_t i = 0; i <= map->parts; i++) {
		uint32_t lines = rt_map_asks(map, i, 0);
		bool is_named = false;

		for (uint32_t j = 0; j < n; j++) {
			is_named |= named[j] == i;
		}
		if (!is_named && lines >= most) {
			most = lines;
			whose = i;
		}
	}
	return whose;
}

/* It does not fit, by so much; the largest parts are named. */
static ARCH_COLD _Noreturn void map_short(const struct rt_map *map)
{
	const char *name[MAP_NAMED];
	uint32_t bytes[MAP_NAMED], whose[MAP_NAMED];

	for (uint32_t n = 0; n < MAP_NAMED; n++) {
		uint32_t i = whose[n] = map_largest(map, whose, n);

		name[n] =
			i == map->parts ? "heap" : __start_weft_parts[i]->name;
		bytes[n] = rt_map_asks(map, i, 0) * ARCH_LINE;
	}
	rt_refuse("the MPB of %u bytes is %u too small for what is linked; the "
		  "least of %s is %u, of %s %u, of %s %u; link less, run "
		  "fewer cores, or lower WEFT_MPB_HEAP",
		  map->window * ARCH_LINE,
		  (map->used - map->window) * ARCH_LINE, name[0], bytes[0],
		  name[1], bytes[1], name[2], bytes[2]);
}

static ARCH_COLD void map_print(const struct rt_map *map, uint32_t i,
				const char *name, uint32_t offset)
{
	uint32_t best = rt_map_asks(map, i, map->window) * ARCH_LINE;
	uint32_t least = rt_map_asks(map, i, 0) * ARCH_LINE;
	uint32_t bytes = map->got[i] * ARCH_LINE;

	if (i < map->parts && __start_weft_parts[i]->small) {
		bytes = least = best = small_bytes(i);
	}
	if (bytes > 0 || best > 0) {
		rt_say("weft: mpb %s offset=%u bytes=%u least=%u best=%u", name,
		       offset, bytes, least, best);
	}
}

enum pass {
	SMALL,
	FIRST,
	LAST
};

static ARCH_COLD enum pass pass_of(const struct rt_part *part)
{
	return part->small ? SMALL : part->last ? LAST : FIRST;
}

/* The parts of one pass get their bytes, from that offset on.  Returns their end. */
static ARCH_COLD uint32_t map_place(const struct rt_map *map, enum pass pass,
				    uint32_t offset, bool print)
{
	for (uint32_t i = 0; i < map->parts; i++) {
		const struct rt_part *part = __start_weft_parts[i];
		uint32_t bytes;

		if (pass_of(part) != pass) {
			continue;
		}
		bytes = pass == SMALL ? small_bytes(i)
				      : map->got[i] * ARCH_LINE;
		if (print) {
			map_print(map, i, part->name, offset);
		}
		arch_annotate_region(part->name, offset, bytes);
		if (part->placed) {
			part->placed(&rt_run, offset, bytes);
		}
		hash_in(bytes); /* of which offsets follow */
		offset += bytes;
	}
	return rt_to_line(offset);
}

static ARCH_COLD void take_run(void)
{
	rt_run.count = arch_count();
	rt_run.epoch = rt_variable_EPOCH();
}

void rt_mpb_map(void)
{
	bool print = arch_rank() == 0 && rt_variable_SHOW_MAP();
	uint32_t end;
	struct rt_map map;

	take_run();
	rt_parts_begin();
	map_least(&map);
	if (map.used > map.window) {
		map_short(&map);
	}
	if (rt_map_deal && !rt_variable_MPB_LEAST()) {
		rt_map_deal(&map);
	}
	hash_in(rt_run.count);
	hash_in(rt_run.epoch);
	end = map_place(&map, SMALL, 0, print);
	end = map_place(&map, FIRST, end, print);
	end = map_place(&map, LAST, end, print);
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
