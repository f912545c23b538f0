/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stack of words for all cores that no core runs and no lock guards.  A core changes its top
 * by a compare-and-swap, and tries again if another core was faster (R. Treiber 1986;
 * D. Petrovic, thesis 6552, EPFL, 2015, section 6.2.4).  Some core always gets on, whichever
 * others stop; one core may have to try without bound.  The stack of weft/object.h is an
 * object of a delegate, and in order if that is.
 *
 * For chips with a compare-and-swap of their own.  Elsewhere it is right, too, but each
 * attempt takes the guard of the home's words (weft/flag.h).  The top's upper half counts
 * changes, so that a word that has gone and come again is seen: a core that is held up
 * within a call must not miss exactly a multiple of 65536 of them.
 *
 * Cost of a push or a pop, at the home: twice a flag read, a read or write of two
 * words and a compare-and-swap; and again for each attempt that fails.  MPB, from the
 * symmetric heap: 2 flags, and 8 bytes a word.
 * All: WEFT_ERR_NULL; WEFT_ERR_CONTEXT, in debug builds.  Thread.
 */
#ifndef WEFT_TREIBER_H
#define WEFT_TREIBER_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This core's side.  Its members are the library's but for `tries`, which may be set. */
struct weft_treiber {
	weft_rank_t home;
	uint32_t flags, nodes;
	uint32_t tries; /* compare-and-swaps that this core has made */
};

/*
 * A new stack, empty, in the MPB of that core.  Symmetric, as weft_mpb_alloc; have a barrier
 * before anybody uses it.  WEFT_ERR_RANK, _SPACE; _SIZE: for no words, or more than 65535.
 */
int weft_treiber_create(struct weft_treiber *stack, weft_rank_t home,
			uint32_t words);

/* Give its space back: symmetric, when no core uses it. */
int weft_treiber_free(struct weft_treiber *stack);

/*
 * Put a word on top.  WEFT_ERR_SPACE: no room is left.  A pop gives its room back at its end,
 * so while others pop there may be none though the stack is not quite full.
 */
int weft_treiber_push(struct weft_treiber *stack, uint32_t value);

/* Take the word on top.  WEFT_ERR_STATE: it is empty. */
int weft_treiber_pop(struct weft_treiber *stack, uint32_t *value);

#ifdef __cplusplus
}
#endif
#endif
