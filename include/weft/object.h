/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects that all cores share: a queue of words, a stack of words, an array of counters.
 * They are objects of a delegate (weft/delegate.h), of whatever kind.
 *
 *     struct weft_shared queue;
 *     weft_shared_create(&queue, &weft_queue, home, 64);
 *     weft_delegate_create(&delegate, &weft_under_queue, home, &queue.object, 1);
 *     weft_barrier(WEFT_WORLD, WEFT_FOREVER);
 *     weft_apply(&delegate, 0, WEFT_QUEUE_PUT, word, &result, WEFT_FOREVER);
 *
 * The kind is a name:
 *
 *   weft_queue         A queue: first in, first out.  It is a ring, not a list: no
 *                      memory is allocated, and it can be full.
 *   weft_queue_of_two  The same, for two delegates (below).
 *   weft_stack         A stack: last in, first out.  (The coarse stack of D. Petrovic,
 *                      thesis 6552, EPFL, 2015, section 6.2.4.)
 *   weft_counters      Counters.  Beside single counters it adds to many of them in one
 *                      step, which no atomic operation of a chip does.
 *
 * All operations of an object go by one delegate, but for those of weft_queue_of_two.  A
 * put and a take of a queue may run at the same time.  So there may be two delegates, one
 * for all puts and one for all takes: the queue with two locks, or two servers (M. Michael
 * and M. Scott, PODC 1996; D. Petrovic, thesis 6552, section 6.2.4).  What one server has
 * put must then have landed before its reply, since the next core may ask the other server.
 *
 * A work-stealing deque is a queue by a server whose home is the queue's, and the core that has
 * the work.  That core puts, and takes back by WEFT_QUEUE_TAKE_LAST, without a message and
 * without an atomic operation, since it is the server itself; others ask it for the first
 * word.  It serves them while it waits, or by weft_delegate_serve with 0 microseconds between
 * two pieces of work.
 */
#ifndef WEFT_OBJECT_H
#define WEFT_OBJECT_H

#include <weft/delegate.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct weft_shared_kind;
extern const struct weft_shared_kind weft_queue, weft_queue_of_two, weft_stack,
	weft_counters;

/*
 * Cost of an operation: two flag reads, a word put or got and a flag write, all at the
 * home; of weft_queue_of_two a settled write more.
 */
enum weft_queue_operation {
	/* Put the argument at its end: 0.  WEFT_NOTHING: it is full. */
	WEFT_QUEUE_PUT,
	/* Take the first word.  WEFT_NOTHING: it is empty. */
	WEFT_QUEUE_TAKE,
	/*
	 * Take the word that was put last.  WEFT_NOTHING: it is empty.  Not of
	 * weft_queue_of_two: WEFT_ERR_RANGE.
	 */
	WEFT_QUEUE_TAKE_LAST,
	WEFT_QUEUE_OPERATIONS
};

/* Cost of an operation: a flag read, a word put or got and a flag write, at the home. */
enum weft_stack_operation {
	/* Put the argument on top: 0.  WEFT_NOTHING: it is full. */
	WEFT_STACK_PUSH,
	/* Take the word on top.  WEFT_NOTHING: it is empty. */
	WEFT_STACK_POP,
	WEFT_STACK_OPERATIONS
};

/*
 * Arguments are  index | addend << 16;  WEFT_NOTHING is returned for an index that there is
 * not.  Sums are modulo 2^32.  Cost of an operation: for each counter of it a word got, and
 * one put, at the home, by lines where there are several.
 */
enum weft_counters_operation {
	/* Add to the counter of that index: what it was. */
	WEFT_COUNTERS_ADD,
	/* Add to it and to all below it: what it was. */
	WEFT_COUNTERS_ADD_BELOW,
	WEFT_COUNTERS_OPERATIONS
};

/*
 * This core's side.  It must stay where it is as long as the object is used.  All members
 * but `object`, which is for weft_delegate_create, are the library's.
 */
struct weft_shared {
	struct weft_object object;
	weft_rank_t home;
	uint32_t flags, at, words;
};

/*
 * Make an object of that kind, empty, with room for so many words; a queue takes the next
 * power of two, counters begin at 0.  Symmetric, as weft_mpb_alloc; have a barrier before
 * any core uses it.  WEFT_ERR_NULL; WEFT_ERR_RANK; WEFT_ERR_SIZE for no words, or for more
 * than 65536 counters; WEFT_ERR_SPACE.  After an error the object has no operations.
 * Thread.  MPB, at core `home` and from the symmetric heap: the words, and 2 flags of a
 * queue, 1 of a stack.
 */
int weft_shared_create(struct weft_shared *shared,
		       const struct weft_shared_kind *kind, weft_rank_t home,
		       uint32_t words);

/*
 * Give its space back: symmetric, when no core uses it.  From then on its operations return
 * WEFT_NOTHING and write nothing.  WEFT_ERR_NULL; WEFT_ERR_STATE for one that is not there:
 * zeroes, one whose creation failed, or one that has been freed.  Thread.
 */
int weft_shared_free(struct weft_shared *shared);

#ifdef __cplusplus
}
#endif
#endif
