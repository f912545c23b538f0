/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue of words, first in, first out, for all cores: an object of a delegate
 * (weft/delegate.h), whatever kind that is.
 *
 *   struct weft_queue queue;
 *   weft_queue_create(&queue, home, 64);
 *   struct weft_object object = weft_queue_object(&queue);
 *   weft_delegate_create(&delegate, &weft_under_queue, home, &object, 1);
 *   ..
 *   weft_apply(&delegate, 0, WEFT_QUEUE_PUT, word, &result, WEFT_FOREVER);
 *
 * With one delegate it is the queue with one lock, or one server.  A put and a take may also
 * run at the same time.  So there may be two delegates, one by which all puts are applied and
 * one by which all takes are: the queue with two locks, or two servers (M. Michael and
 * M. Scott, PODC 1996; D. Petrovic, thesis 6552, EPFL, 2015, section 6.2.4).  They need
 * weft_queue_shared_object: what one server has put must have landed before its reply, since
 * the next core may ask the other one.  Here a queue is a ring, not a list: no memory is
 * allocated, and it can be full.
 *
 * A work-stealing deque is such a queue by a weft_mp_server whose home is the queue's, and the
 * core that has the work: what it puts and takes back by WEFT_QUEUE_TAKE_LAST needs no
 * message and no atomic operation, since it is the server itself; others ask it for
 * the first word.  It serves them while it waits, or by weft_delegate_serve with 0
 * microseconds between two pieces of work.
 *
 * Cost of an operation: two flag reads, a word put or got and a flag write, all at the
 * home; of a shared queue a settled write more.  MPB, from the symmetric heap: 2 flags, and
 * the words.
 */
#ifndef WEFT_QUEUE_H
#define WEFT_QUEUE_H

#include <weft/delegate.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

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
	uint32_t flags, words, mask;
};

/*
 * A new queue, empty, with room for at least so many words (the next power of two), in the
 * MPB of that core.  Symmetric, as weft_mpb_alloc; have a barrier before anybody uses it.
 * WEFT_ERR_RANK, _NULL, _SPACE; _SIZE: for no words.  Thread.
 */
int weft_queue_create(struct weft_queue *queue, weft_rank_t home,
		      uint32_t words);

/* Give its space back: symmetric, when no core uses it.  WEFT_ERR_NULL.  Thread. */
int weft_queue_free(struct weft_queue *queue);

/*
 * It, as an object of one delegate; of two.  The queue must stay where it is.  Any context.
 */
struct weft_object weft_queue_object(struct weft_queue *queue);
struct weft_object weft_queue_shared_object(struct weft_queue *queue);

#ifdef __cplusplus
}
#endif
#endif
