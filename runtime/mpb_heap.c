/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The symmetric heap's book-keeping, in private memory: one bit a line says
 * used, another that an allocation starts there.  First fit.
 */
#include "arch/arch.h"
#include "arch/annotate.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/variables.h"

#include <weft/flag.h>
#include <weft/mpb.h>

enum {
	MAX_LINES = ARCH_HEAP_LINES, /* a larger heap is used up to this */
	BEST_LINES = 40, /* that it would like where space is short, .. */
	BEST_SHIFT = 2,  /* .. but no more than a quarter of a window */
	LEAST_SHIFT = 4, /* its least, as a share, if the program names none */
};

static uint32_t used[MAX_LINES / 32];
static uint32_t first[MAX_LINES / 32];

ARCH_COLD uint32_t rt_heap_bytes(uint32_t offered)
{
	uint32_t window = arch_window_bytes(ARCH_WINDOW_MPB);
	uint32_t least = &weft_mpb_heap ? weft_mpb_heap : window >> LEAST_SHIFT;
	uint32_t best = window >> BEST_SHIFT;

	least = rt_variable_MPB_HEAP(least);
	if (best > BEST_LINES * ARCH_LINE) {
		best = BEST_LINES * ARCH_LINE;
	}
	if (best > offered) {
		best = offered;
	}
	return best > least ? best : least;
}

static ARCH_COLD bool bit(const uint32_t *map, uint32_t i)
{
	return map[i >> 5] >> (i & 31) & 1;
}

static ARCH_COLD void set_bit(uint32_t *map, uint32_t i, bool value)
{
	uint32_t mask = UINT32_C(1) << (i & 31);

	map[i >> 5] = value ? map[i >> 5] | mask : map[i >> 5] & ~mask;
}

static ARCH_COLD uint32_t heap_lines(uint32_t *base)
{
	uint32_t lines = rt_heap.bytes / ARCH_LINE; /* a power of two */

	*base = rt_heap.offset;
	return lines > MAX_LINES ? MAX_LINES : lines;
}

/* Lines from i on, to the last one at most, that are used like it, or free. */
static ARCH_COLD uint32_t run_from(uint32_t i, uint32_t lines)
{
	uint32_t start = i;
	bool is = bit(used, i);
	uint32_t all = is ? UINT32_MAX : 0;

	do {
		i += (i & 31) == 0 && used[i >> 5] == all ? 32 : 1;
	} while (i < lines && bit(used, i) == is);
	return (i < lines ? i : lines) - start;
}

static ARCH_COLD void set_used(uint32_t i, uint32_t end, bool value)
{
	while (i < end) {
		if ((i & 31) == 0 && end - i >= 32) {
			used[i >> 5] = value ? UINT32_MAX : 0;
			i += 32;
		} else {
			set_bit(used, i++, value);
		}
	}
}

ARCH_COLD int weft_mpb_alloc(size_t bytes, uint32_t *offset)
{
	uint32_t base;
	uint32_t lines = heap_lines(&base);
	size_t need = bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);

	RT_THREAD_ONLY();
	if (!offset) {
		return RT_WHY(WEFT_ERR_NULL, "offset");
	}
	if (bytes == 0) {
		return RT_WHY(WEFT_ERR_SIZE, "0 bytes");
	}
	for (uint32_t i = 0, run; i < lines; i += run) {
		run = run_from(i, lines);
		if (!bit(used, i) && run >= need) {
			set_bit(first, i, true);
			set_used(i, i + (uint32_t)need, true);
			*offset = base + i * ARCH_LINE;
			arch_annotate_alloc(*offset, bytes);
			return WEFT_OK;
		}
	}
	return RT_WHY(WEFT_ERR_SPACE,
		      "the symmetric heap has no free piece of that size");
}

ARCH_COLD int weft_mpb_free(uint32_t offset)
{
	uint32_t base;
	uint32_t lines = heap_lines(&base);
	uint32_t i = (offset - base) / ARCH_LINE, end = i;

	RT_THREAD_ONLY();
	if (offset < base || offset % ARCH_LINE != 0 || i >= lines ||
	    !bit(first, i)) {
		return RT_WHY(WEFT_ERR_RANGE, "no allocation starts there");
	}
	set_bit(first, i, false);
	do {
		end += (end & 31) == 0 && used[end >> 5] == UINT32_MAX &&
				       first[end >> 5] == 0
			       ? 32
			       : 1;
	} while (end < lines && bit(used, end) && !bit(first, end));
	set_used(i, end, false);
	arch_annotate_free(offset, base + end * ARCH_LINE - offset);
	return WEFT_OK;
}

ARCH_COLD size_t weft_mpb_free_bytes(size_t *largest)
{
	uint32_t base, most = 0, total = 0;
	uint32_t lines = heap_lines(&base);

	for (uint32_t i = 0, run; i < lines; i += run) {
		run = run_from(i, lines);
		if (!bit(used, i)) {
			total += run;
			most = run > most ? run : most;
		}
	}
	if (largest) {
		*largest = (size_t)most * ARCH_LINE;
	}
	return (size_t)total * ARCH_LINE;
}

ARCH_COLD int weft_flags_alloc(uint32_t n, uint32_t *flags)
{
	if (n > arch_window_bytes(ARCH_WINDOW_MPB) / ARCH_FLAG_STRIDE) {
		return RT_WHY(WEFT_ERR_SPACE,
			      "so many flags do not fit into the MPB");
	}
	return weft_mpb_alloc(rt_flag_bytes(n), flags);
}

uint32_t weft_flag_at(uint32_t flags, uint32_t i)
{
	return rt_flag(flags, i);
}
