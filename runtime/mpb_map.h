/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The MPB map: who has which bytes of window 0, the same on every core.
 *
 * Each part of weft (runtime/part.h) says how little it can do with in this run, and
 * how much it would like.  The map is computed at start from the image's list of parts
 * and the run, without messages; its hash is compared between cores at rendezvous.
 *
 * The rule:
 * 1. Every part gets its least.  So does the heap (weft/mpb.h) of an image that
 *    allocates.  If that is more than the window, rank 0 says in one line what is short,
 *    and the run does not start.
 * 2. What is left is dealt.  The part that wants the fewest bytes more gets them, then
 *    the next, until one wants more than is left.  If that one can do nothing with less, and
 *    what the heap has beyond its least is enough, the heap goes back to its least.
 *    Those that still want more are offered equal shares; what one leaves, others are
 *    offered.  When no share is enough for anybody, each in turn, in the list's order, is
 *    offered all that is left.
 *    So if what all would like fits together, all have it, and of those that would
 *    take any amount, as chunk buffers, each has as much as the others.
 * 3. What nobody takes is the heap's.
 *
 * Order in the window: the parts in the order of the list, but those that are `last`
 * behind the others; then the heap.  Every part begins on a line, but for those that are
 * `small`: their words come first, one part's behind the other's.
 */
#ifndef RUNTIME_MPB_MAP_H
#define RUNTIME_MPB_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* What a map depends on beside the list. */
struct rt_run {
	uint32_t count; /* cores */
	uint32_t epoch; /* where flags start counting; 0 but in wrap tests */
};

extern struct rt_run rt_run;

/* Bytes from one flag to the next; byte offset of the i-th of some flags. */
static inline uint32_t rt_flag_bytes(uint32_t n)
{
	return n * ARCH_FLAG_STRIDE; /* a constant power of two: a shift */
}

static inline uint32_t rt_flag(uint32_t flags, uint32_t i)
{
	return flags + rt_flag_bytes(i);
}

/* So many bytes and what is missing to whole lines. */
ARCH_COLD uint32_t rt_to_line(uint32_t bytes);

/* Write n flags of my own window; no other core writes them meanwhile. */
ARCH_COLD void rt_flags_preset(uint32_t flags, uint32_t n, uint32_t value);

/*
 * Lay out the map for this run, and have all parts begin.  Too big: the run is refused.
 * With WEFT_SHOW_MAP set, rank 0 prints the map, and what has no room with 0 bytes.
 */
ARCH_COLD void rt_mpb_map(void);

/*
 * mpb_heap.c: how much the application's heap would take of so many bytes, as a part's
 * bytes().  An image that does not allocate does not have it.
 */
extern uint32_t rt_heap_bytes(uint32_t offered)
	__attribute__((weak, visibility("hidden")));

/* What is left to the application: offset and bytes in window 0. */
struct rt_heap {
	uint32_t offset, bytes;
#if !ARCH_NEAR
	uint32_t words; /* so many flags may be there: runtime/window.h */
#endif
};
extern struct rt_heap rt_heap;

/*
 * By a part's placed(): a value that must be the same on all cores, beside the map.
 */
ARCH_COLD void rt_map_agree(uint32_t value);

/* A hash of the whole map, which all cores must agree on. */
ARCH_COLD uint32_t rt_mpb_map_hash(void);

#endif
