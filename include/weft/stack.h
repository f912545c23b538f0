/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stack of words, last in, first out, for all cores: an object of a delegate
 * (weft/delegate.h), as in weft/queue.h.  All operations go by one delegate.  (The coarse
 * stack of D. Petrovic, thesis 6552, EPFL, 2015, section 6.2.4.)
 *
 * Cost of an operation: a flag read, a word put or got and a flag write, all at the
 * home.  MPB, from the symmetric heap: 1 flag, and the words.
 */
#ifndef WEFT_STACK_H
#define WEFT_STACK_H

#include <weft/delegate.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum weft_stack_operation {
	/* Put the argument on top: 0.  WEFT_NOTHING: it is full. */
	WEFT_STACK_PUSH,
	/* Take the word on top.  WEFT_NOTHING: it is empty. */
	WEFT_STACK_POP,
	WEFT_STACK_OPERATIONS
};

/* This core's side.  Its members are the library's. */
struct weft_stack {
	weft_rank_t home;
	uint32_t flag, at, words;
};

/*
 * A new stack, empty, with room for so many words, in the MPB of that core.  Symmetric, as
 * weft_mpb_alloc; have a barrier before anybody uses it.
 * WEFT_ERR_RANK, _NULL, _SPACE; _SIZE: for no words.  Thread.
 */
int weft_stack_create(struct weft_stack *stack, weft_rank_t home,
		      uint32_t words);

/* Give its space back: symmetric, when no core uses it.  WEFT_ERR_NULL.  Thread. */
int weft_stack_free(struct weft_stack *stack);

/* It, as an object.  The stack must stay where it is.  Any context. */
struct weft_object weft_stack_object(struct weft_stack *stack);

#ifdef __cplusplus
}
#endif
#endif
