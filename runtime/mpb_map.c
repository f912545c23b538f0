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
	HEAP_LINES = 40, /* the application's minimum.. */
	HEAP_SHIFT = 2,  /* ..but no more than a quarter of a window */
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

static ARCH_COLD void print_entry(const char *name, uint32_t offset,
				  uint32_t bytes)
{
	rt_say("weft: mpb %s offset=%u bytes=%u", name, offset, bytes);
}

/* How many parts share what is left. */
static ARCH_COLD uint32_t elastics(void)
{
	uint32_t n = 0;

	for (RT_EACH_PART(p)) {
		n += (*p)->elastic;
	}
	return n;
}

static ARCH_COLD uint32_t bytes_of(const struct rt_part *part, uint32_t left)
{
	return part->bytes ? rt_to_line(part->bytes(&rt_run, left)) : 0;
}

static ARCH_COLD void place(const struct rt_part *part, uint32_t offset,
			    uint32_t bytes)
{
	arch_annotate_region(part->name, offset, bytes);
	if (part->placed) {
		part->placed(&rt_run, offset, bytes);
	}
	hash_in(offset);
	hash_in(bytes);
}

/*
 * One pass over the list.  `act`: also place.  `print`: also print.  Returns
 * the bytes used, or more than the window has.
 */
static ARCH_COLD uint32_t lay_out(bool act, bool print)
{
	uint32_t window = arch_window_bytes(ARCH_WINDOW_MPB);
	uint32_t least = HEAP_LINES * ARCH_LINE;
	uint32_t used = 0, sharing = elastics();

	if (least > window >> HEAP_SHIFT) {
		least = window >> HEAP_SHIFT;
	}
	for (uint32_t elastic = 0; elastic <= 1; elastic++) {
		for (RT_EACH_PART(p)) {
			uint32_t left = 0, bytes, rest;

			if ((*p)->elastic != elastic) {
				continue;
			}
			if (elastic && window > used + least) {
				/* Equal shares; what one leaves, others get. */
				left = arith_div(window - used - least,
						 sharing--, &rest);
			}
			bytes = bytes_of(*p, left);
			if (elastic && bytes == 0) {
				bytes = window; /* cannot do with that */
			}
			if (print && (*p)->bytes) {
				print_entry((*p)->name, used, bytes);
			}
			if (act) {
				place(*p, used, bytes);
			}
			used += bytes;
		}
	}
	if (print) {
		print_entry("heap", used, window > used ? window - used : 0);
	}
	return used;
}

static ARCH_COLD void take_run(void)
{
	rt_run.count = arch_count();
	rt_run.epoch = rt_env_u32("WEFT_EPOCH", 0);
}

void rt_mpb_map(void)
{
	uint32_t window = arch_window_bytes(ARCH_WINDOW_MPB);
	uint32_t used;

	take_run();
	rt_parts_begin();
	used = lay_out(false, false);
	if (used > window) {
		lay_out(false, true);
		rt_panic("the linked parts do not fit the MPB (map above)");
	}
	hash_in(rt_run.count);
	hash_in(rt_run.epoch);
	lay_out(true, arch_rank() == 0 && rt_env("WEFT_SHOW_MAP"));
	rt_heap.offset = used;
	rt_heap.bytes = window - used;
#if !ARCH_NEAR
	rt_heap.words = rt_heap.bytes / sizeof(uint32_t);
#endif
	arch_annotate_region(ARCH_ANNOTATE_HEAP, used, rt_heap.bytes);
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
