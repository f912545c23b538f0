/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Argument checks for what applications say of windows, shared by put, get,
 * copy and flags.  The rest of the library computes its own offsets and calls the
 * port directly.
 *
 * Inline, and without calls for window 0: a check is some ten instructions, where
 * a flag write is hardly more.
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
	uint32_t at = offset - start; /* wraps to a large one below start */

	return at <= size && bytes <= size - at ? WEFT_OK : WEFT_ERR_RANGE;
}

/*
 * May the application touch `bytes` there?  In window 0 that is the symmetric
 * heap, in other windows all.  WEFT_OK or the error to return.
 */
static inline int rt_check_place(struct weft_addr place, size_t bytes)
{
	uint32_t size;

	if (place.rank >= rt_shape.count) {
		return WEFT_ERR_RANK;
	}
	if (place.window == ARCH_WINDOW_MPB) {
		return rt_check_range(place.offset, bytes, rt_heap.offset,
				      rt_heap.bytes);
	}
	size = arch_window_bytes(place.window);
	if (size == 0) {
		return WEFT_ERR_WINDOW;
	}
	return rt_check_range(place.offset, bytes, 0, size);
}

/* The same for a flag, an aligned word of window 0. */
static inline int rt_check_flag(weft_rank_t rank, uint32_t flag)
{
	struct weft_addr place = {rank, ARCH_WINDOW_MPB, flag};

	if (flag & 3) {
		return WEFT_ERR_ALIGN;
	}
	return rt_check_place(place, sizeof(uint32_t));
}

static inline int rt_check_own_flag(uint32_t flag)
{
	if (flag & 3) {
		return WEFT_ERR_ALIGN;
	}
	return rt_check_range(flag, sizeof(uint32_t), rt_heap.offset,
			      rt_heap.bytes);
}

#endif
