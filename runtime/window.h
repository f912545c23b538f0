/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Argument checks for what applications say of windows, shared by put, get,
 * copy and flags.  The rest of the library computes its own offsets and calls the
 * port directly.
 *
 * Inline, and without calls for window 0: a check is some ten instructions, where
 * a flag write is hardly more.  A port whose memory is little has one copy of it.
 */
#ifndef RUNTIME_WINDOW_H
#define RUNTIME_WINDOW_H

#include "arch/arch.h"
#include "runtime/mpb_map.h"

#include <weft/types.h>

/* WEFT_OK if [offset, offset + bytes) lies within size bytes from start. */
static inline int rt_check_range(uint32_t offset, size_t bytes, uint32_t start,
				 uint32_t size)
{
	/* What is below start wraps to a large one. */
	return bytes <= size && offset - start <= size - bytes ? WEFT_OK
							       : WEFT_ERR_RANGE;
}

/* The same within a window other than 0. */
ARCH_COLD int rt_check_other(uint32_t window, uint32_t offset, size_t bytes);

static inline int rt_check_inline(uint32_t window, uint32_t offset,
				  size_t bytes, uint32_t rank)
{
	if (rank >= rt_run.count) {
		return WEFT_ERR_RANK;
	}
	if (window == ARCH_WINDOW_MPB) {
		return rt_check_range(offset, bytes, rt_heap.offset,
				      rt_heap.bytes);
	}
	return rt_check_other(window, offset, bytes);
}

/*
 * May the application touch `bytes` there?  In window 0 that is the symmetric
 * heap, in other windows all.  WEFT_OK or the error to return.
 */
#if ARCH_NEAR
int rt_check(uint32_t window, uint32_t offset, size_t bytes, uint32_t rank);
#else
#define rt_check rt_check_inline
#endif

static inline int rt_check_place(struct weft_addr place, size_t bytes)
{
	return rt_check(place.window, place.offset, bytes, place.rank);
}

/* The same for a flag, an aligned word of window 0. */
static inline int rt_check_flag(weft_rank_t rank, uint32_t flag)
{
	if (flag & 3) {
		return WEFT_ERR_ALIGN;
	}
	return rt_check(ARCH_WINDOW_MPB, flag, sizeof(uint32_t), rank);
}

#endif
