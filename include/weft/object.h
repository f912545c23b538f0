/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects that all cores share: a queue of words, a stack of words, an array of counters.
 * They are objects of a delegate (weft/delegate.h), of whatever kind.
 *
 *     struct weft_queue queue;
 *     weft_queue_create(&queue, home, 64);
 *     struct weft_object object = weft_queue_object(&queue);
 *     weft_delegate_create(&delegate, &weft_under_queue, home, &object, 1);
 *     weft_barrier(WEFT_WORLD, WEFT_FOREVER);
 *     weft_apply(&delegate, 0, WEFT_QUEUE_PUT, word, &result, WEFT_FOREVER);
 *
 * For all of them: create is symmetric, as weft_mpb_alloc, and the words are in
 * the MPB of core `home`.  Have a barrier before any core uses them.  Free is
 * symmetric, when no core uses them.  The struct must stay where it is as long
 * as the object is used.  Operations on one that is not there, which is zeroes,
 * one whose creation failed, or one that has been freed, return WEFT_NOTHING
 * and write nothing. Errors:  WEFT_ERR_NULL; of create WEFT_ERR_RANK,
 * WEFT_ERR_SPACE, WEFT_ERR_SIZE for no words; of free WEFT_ERR_STATE for one
 * that is not there. Thread; *_object: any context.
 */
#ifndef WEFT_OBJECT_H
#define WEFT_OBJECT_H

#include <weft/delegate.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A queue: first in, first out.  It is a ring, not a list: no memory is allocated, and it can
 * be full.
 *
 * With one delegate it is the queue with one lock, or one server.  A put and a take may also
 * run at the same time.  So there may be two delegates, one for all puts and one for all
 * takes: the queue with two locks, or two servers (M. Michael and M. Scott, PODC 1996;
 * D. Petrovic, thesis 6552, EPFL, 2015, section 6.2.4).  These need weft_queue_shared_object:
 * what one server has put must have landed before its reply, since the next core may ask the
 * other server.
 *
 * A work-stealing deque is a queue by a server whose home is the queue's, and the core that has
 * the work.  That core puts, and takes back by WEFT_QUEUE_TAKE_LAST, without a message and
 * without an atomic operation, since it is the server itself; others ask it for the first
 * word.  It serves them while it waits, or by weft_delegate_serve with 0 microseconds between
 * two pieces of work.
 *
 * Cost of an operation: two flag reads, a word put or got and a flag write, all at the
 * home; of a shared queue a settled write more.  MPB, from the symmetric heap: 2 flags, and
 * the words.
 */
enum weft_queue_operation {
	/* Put the argument at its end: 0.  WEFT_NOTHING: it is full. */
	WEFT_QUEUE_PUT,
	/* Take the first word.  WEFT_NOTHING: it is empty. */
	WEFT_QUEUE_TAKE,
	/*
	 * Take the word that was put last.  WEFT_NOTHING: it is empty.  With one delegate
	 * only: WEFT_ERR_RANGE of a weft_queue_shared_object.
	 */
	WEFT_QUEUE_TAKE_LAST,
	WEFT_QUEUE_OPERATIONS
};

/* This core's side.  Its members are the library's. */
struct weft_queue {
	weft_rank_t home;
	uint32_t flags, words, room;
};

/* Empty, with room for at least so many words: the next power of two. */
int weft_queue_create(struct weft_queue *queue, weft_rank_t home,
		      uint32_t words);
int weft_queue_free(struct weft_queue *queue);

/* It, as an object of one delegate; of two. */
struct weft_object weft_queue_object(struct weft_queue *queue);
struct weft_object weft_queue_shared_object(struct weft_queue *queue);

/*
 * A stack: last in, first out.  All operations go by one delegate.  (The coarse stack of
 * D. Petrovic, thesis 6552, EPFL, 2015, section 6.2.4.)
 *
 * Cost of an operation: a flag read, a word put or got and a flag write, all at the
 * home.  MPB, from the symmetric heap: 1 flag, and the words.
 */
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

/* Empty, with room for so many words. */
int weft_stack_create(struct weft_stack *stack, weft_rank_t home,
		      uint32_t words);
int weft_stack_free(struct weft_stack *stack);
struct weft_object weft_stack_object(struct weft_stack *stack);

/*
 * Counters.  All operations go by one delegate.  Beside single counters it adds to many of
 * them in one step, which no atomic operation of a chip does.
 *
 * Arguments are  index | addend << 16;  WEFT_NOTHING is returned for an index that there is
 * not.  Sums are modulo 2^32.
 *
 * Cost of an operation: for each counter of it a word got, and one put, at the home, by
 * lines where there are several.  MPB, from the symmetric heap: the counters.
 */
enum weft_counters_operation {
	/* Add to the counter of that index: what it was. */
	WEFT_COUNTERS_ADD,
	/* Add to it and to all below it: what it was. */
	WEFT_COUNTERS_ADD_BELOW,
	WEFT_COUNTERS_OPERATIONS
};

/* This core's side.  Its members are the library's. */
struct weft_counters {
	weft_rank_t home;
	uint32_t at, n;
};

/* n counters, all 0.  WEFT_ERR_SIZE: more than 65536, too. */
int weft_counters_create(struct weft_counters *counters, weft_rank_t home,
			 uint32_t n);
int weft_counters_free(struct weft_counters *counters);
struct weft_object weft_counters_object(struct weft_counters *counters);

#ifdef __cplusplus
}
#endif
#endif
