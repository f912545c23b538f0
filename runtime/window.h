/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Argument checks for what applications say of windows, shared by put, get,
 * copy and flags.  The rest of the library computes its own offsets and calls
 * the port directly.
 *
 * A flag write is hardly longer than its checks.  So there are two of each: a
 * short one, inline, which passes nearly all that is right, and a full one,
 * which passes the rest or names the error.  A port whose memory is little has
 * the full one alone.
 */
#ifndef RUNTIME_WINDOW_H
#define RUNTIME_WINDOW_H

#include "arch/arch.h"
#include "runtime/mpb_map.h"

#include <weft/types.h>

/* Inline even where only the caller is ARCH_SHORT. */
#define RT_SHORT static inline __attribute__((always_inline))

#if ARCH_NEAR
#define RT_SHORT_CHECKS 0
#define RT_REST         static
#else
#define RT_SHORT_CHECKS 1
#define RT_REST         static __attribute__((noinline))
#endif

/*
 * May the application touch `bytes` there?  In window 0 that is the symmetric
 * heap, in other windows all.  WEFT_OK or the error to return.
 */
int rt_check(uint32_t window, uint32_t offset, size_t bytes, uint32_t rank);

static inline int rt_check_place(struct weft_addr place, size_t bytes)
{
	return rt_check(place.window, place.offset, bytes, place.rank);
}

/* Does rt_check pass that, which is in window 0?  False says nothing. */
RT_SHORT bool rt_in_heap(const struct weft_addr *place, size_t bytes)
{
	size_t room;

	/* What is below the heap's start wraps to a large offset. */
	return RT_SHORT_CHECKS && place->rank < rt_run.count &&
	       place->window == ARCH_WINDOW_MPB &&
	       !__builtin_sub_overflow(rt_heap.bytes, bytes, &room) &&
	       place->offset - rt_heap.offset <= room;
}

/* Of an offset; bits of it that should be 0 make the number a large one. */
RT_SHORT uint32_t rt_word_number(uint32_t offset)
{
	return offset >> 2 | offset << 30;
}

#if !ARCH_NEAR
/* rt_in_heap, of window 0, for words that lie on words: one comparison says that, too. */
RT_SHORT bool rt_words_in_heap(weft_rank_t rank, uint32_t offset,
			       uint32_t words)
{
	uint32_t room;

	return rank < rt_run.count &&
	       !__builtin_sub_overflow(rt_heap.words, words, &room) &&
	       rt_word_number(offset - rt_heap.offset) <= room;
}
#endif

/* WEFT_OK if an application's flag, an aligned word of window 0, may be there. */
int rt_check_any_flag(weft_rank_t rank, uint32_t flag);

/* With rank 0 its offset alone: all ranks' are alike. */
RT_SHORT int rt_check_flag(weft_rank_t rank, uint32_t flag)
{
#if ARCH_NEAR
	return rt_check_any_flag(rank, flag);
#else
	int error;

	if ((WEFT_IS_KNOWN(rank == 0) || rank < rt_run.count) &&
	    rt_word_number(flag - rt_heap.offset) < rt_heap.words) {
		return WEFT_OK;
	}
	error = rt_check_any_flag(rank, flag);
	if (!error) {
		__builtin_unreachable(); /* all that are right have passed */
	}
	return error;
#endif
}

#endif
