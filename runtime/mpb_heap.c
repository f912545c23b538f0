/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The symmetric heap's book-keeping, in private memory: one bit a line says
 * used, another that an allocation starts there.  First fit.
 */
#include "arch/arch.h"
#include "arch/annotate.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"

#include <weft/flag.h>
#include <weft/mpb.h>

enum {
	MAX_LINES = ARCH_HEAP_LINES
}; /* a larger heap is used up to this */

static uint32_t used[MAX_LINES / 32];
static uint32_t first[MAX_LINES / 32];

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

ARCH_COLD int weft_mpb_alloc(size_t bytes, uint32_t *offset)
{
	uint32_t base, run = 0;
	uint32_t lines = heap_lines(&base);
	size_t need = bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);

	RT_THREAD_ONLY();
	if (!offset) {
		return WEFT_ERR_NULL;
	}
	if (bytes == 0) {
		return WEFT_ERR_RANGE;
	}
	for (uint32_t i = 0; i < lines; i++) {
		run = bit(used, i) ? 0 : run + 1;
		if (run == need) {
			uint32_t start = i + 1 - run;

			set_bit(first, start, true);
			for (uint32_t j = start; j <= i; j++) {
				set_bit(used, j, true);
			}
			*offset = base + start * ARCH_LINE;
			arch_annotate_alloc(*offset, bytes);
			return WEFT_OK;
		}
	}
	return WEFT_ERR_SPACE;
}

ARCH_COLD int weft_mpb_free(uint32_t offset)
{
	uint32_t base;
	uint32_t lines = heap_lines(&base);
	uint32_t i = (offset - base) / ARCH_LINE;

	RT_THREAD_ONLY();
	if (offset < base || offset % ARCH_LINE != 0 || i >= lines ||
	    !bit(first, i)) {
		return WEFT_ERR_RANGE;
	}
	set_bit(first, i, false);
	do {
		set_bit(used, i, false);
		i++;
	} while (i < lines && bit(used, i) && !bit(first, i));
	arch_annotate_free(offset, base + i * ARCH_LINE - offset);
	return WEFT_OK;
}

ARCH_COLD size_t weft_mpb_free_bytes(size_t *largest)
{
	uint32_t base, run = 0, most = 0, total = 0;
	uint32_t lines = heap_lines(&base);

	for (uint32_t i = 0; i < lines; i++) {
		run = bit(used, i) ? 0 : run + 1;
		total += run > 0;
		most = run > most ? run : most;
	}
	if (largest) {
		*largest = (size_t)most * ARCH_LINE;
	}
	return (size_t)total * ARCH_LINE;
}

ARCH_COLD int weft_flags_alloc(uint32_t n, uint32_t *flags)
{
	if (n > arch_window_bytes(ARCH_WINDOW_MPB) / ARCH_FLAG_STRIDE) {
		return WEFT_ERR_SPACE;
	}
	return weft_mpb_alloc(rt_flag_bytes(n), flags);
}

uint32_t weft_flag_at(uint32_t flags, uint32_t i)
{
	return rt_flag(flags, i);
}
