/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The MPB map: who has which bytes of window 0, the same on every core.
 *
 * Each part of weft that needs MPB space defines one rt_feature and names it with
 * RT_FEATURE.  What is not linked is not in the list, so it takes nothing.  The
 * map is computed at start from the list and the run's shape, without messages;
 * its hash is compared between cores at rendezvous.
 *
 * Order: fixed features in the order of the list, then the elastic ones (chunk
 * buffers), which share what is left above a minimum for the application; the
 * rest is the symmetric heap (weft/mpb.h).  Every feature begins on a line.
 */
#ifndef RUNTIME_MPB_MAP_H
#define RUNTIME_MPB_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

/* What a map depends on beside the list. */
struct rt_shape {
	uint32_t count;  /* cores */
	uint32_t degree; /* largest tree degree: flags are laid out for it */
	uint32_t k;      /* degree to use where the caller names none */
	uint32_t epoch;  /* where flags start counting; 0 but in wrap tests */
};

extern struct rt_shape rt_shape;

struct rt_feature {
	const char *name; /* one word */
	bool elastic;
	/*
	 * Bytes wanted on each core.  Elastic: given what is left for it,
	 * bytes taken, 0 if that is not enough.  Fixed: `left` is 0.
	 */
	uint32_t (*bytes)(const struct rt_shape *shape, uint32_t left);
	/*
	 * Told where its bytes are, before any other core writes to them (but
	 * for the rendezvous' own).  May initialise its own core's words.
	 */
	void (*place)(const struct rt_shape *shape, uint32_t offset,
		      uint32_t bytes);
};

/* The linker gathers the list; a section name in C gets start and end. */
#define RT_FEATURE(feature)                                                    \
	static const struct rt_feature *const feature##_in_map                 \
		__attribute__((used, section("weft_features"))) = &feature

/* Bytes from one flag to the next; byte offset of the i-th of some flags. */
static inline uint32_t rt_flag_bytes(uint32_t n)
{
	return n * ARCH_FLAG_STRIDE; /* a constant power of two: a shift */
}

static inline uint32_t rt_flag(uint32_t flags, uint32_t i)
{
	return flags + rt_flag_bytes(i);
}

/* Write n flags of my own window; no other core writes them meanwhile. */
ARCH_COLD void rt_flags_preset(uint32_t flags, uint32_t n, uint32_t value);

/*
 * Lay out the map for this run.  Too big: prints the map and panics.  With
 * WEFT_SHOW_MAP set, rank 0 prints it.
 */
ARCH_COLD void rt_mpb_map(void);

/* What is left to the application: offset and bytes in window 0. */
struct rt_heap {
	uint32_t offset, bytes;
};
extern struct rt_heap rt_heap;

/* A hash of the whole map, which all cores must agree on. */
ARCH_COLD uint32_t rt_mpb_map_hash(void);

#endif
