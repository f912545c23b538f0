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
 * All operations of an object go by one delegate, except those of weft_queue_of_two.  A put
 * and a take of a queue may run at the same time.  So weft_queue_of_two may have two
 * delegates, one for all puts and one for all takes: the queue with two locks, or with two
 * servers (M. Michael and M. Scott, PODC 1996; D. Petrovic, thesis 6552, section 6.2.4).
 * A word that one server has put lands before its reply, since the next core may ask the
 * other server.
 *
 * A work-stealing deque is a queue whose server is the core that has the work, and the
 * queue's home.  That core puts words, and takes them back by WEFT_QUEUE_TAKE_LAST.  It is
 * the server itself, so this takes no message and no atomic operation.  Other cores ask it
 * for the first word.  It serves them while it waits, or by weft_delegate_serve with 0
 * microseconds between two pieces of work.
 *
 * One on each core takes the MPB bytes of one (weft_shared_at).  A server on each core takes
 * a line for each core on each core, which an MPB of 8 KB has for some 10 cores.  With more
 * cores each queue has a lock: of weft_under_tas it takes a line for each core.
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
	/* Puts the argument at the end, returns 0.  WEFT_NOTHING: it is full. */
	WEFT_QUEUE_PUT,
	/* Takes the first word.  WEFT_NOTHING: it is empty. */
	WEFT_QUEUE_TAKE,
	/*
	 * Takes the word that was put last.  WEFT_NOTHING: it is empty.
	 * WEFT_ERR_NUMBER: it is a weft_queue_of_two.
	 */
	WEFT_QUEUE_TAKE_LAST,
	WEFT_QUEUE_OPERATIONS
};

/* Cost of an operation: a flag read, a word put or got and a flag write, at the home. */
enum weft_stack_operation {
	/* Puts the argument on top, returns 0.  WEFT_NOTHING: it is full. */
	WEFT_STACK_PUSH,
	/* Takes the word on top.  WEFT_NOTHING: it is empty. */
	WEFT_STACK_POP,
	WEFT_STACK_OPERATIONS
};

/*
 * An argument is  index | addend << 16.  An index that there is not returns WEFT_NOTHING.
 * Sums are modulo 2^32.  Cost of an operation: for each of its counters a word is got and
 * one is put at the home, by lines where there are several.
 */
enum weft_counters_operation {
	/* Adds to the counter of that index.  Returns what it was. */
	WEFT_COUNTERS_ADD,
	/* Adds to it and to all below it.  Returns what it was. */
	WEFT_COUNTERS_ADD_BELOW,
	WEFT_COUNTERS_OPERATIONS
};

/*
 * This core's side of an object.  It must stay where it is as long as the object is used.
 * `object` is for weft_delegate_create.  All other members are the library's.
 */
struct weft_shared {
	struct weft_object object;
	weft_rank_t home;
	uint32_t flags, at, words;
	bool lent; /* another one's space */
};

/*
 * Makes an empty object of that kind with room for `words` words.  A queue has room for the
 * next power of two.  Counters begin at 0.  Symmetric, as weft_mpb_alloc; have a barrier
 * before any core uses it.  Errors:  WEFT_ERR_NULL; WEFT_ERR_RANK; WEFT_ERR_SIZE for no
 * words, or for more than 65536 counters; WEFT_ERR_SPACE.  After an error the object has no
 * operations.  Thread.  MPB, at core `home` and from the symmetric heap: the words, and 2
 * flags for a queue, 1 for a stack.
 */
int weft_shared_create(struct weft_shared *shared,
		       const struct weft_shared_kind *kind, weft_rank_t home,
		       uint32_t words);

/*
 * The symmetric heap has the space of an object on every core, and the object is on one.
 * This makes *other the object of the same kind and size in that space at core `home`.  So
 * each core has one, in the MPB bytes of one.  It is empty before anybody uses it: what the
 * creation asks for, a barrier, is enough.  Local.  `shared` may be freed when no core uses
 * any of them, and the others cannot be freed.  Errors:  WEFT_ERR_NULL; WEFT_ERR_RANK;
 * WEFT_ERR_STATE for a `shared` that is not there.  Any context.
 */
int weft_shared_at(struct weft_shared *other, const struct weft_shared *shared,
		   weft_rank_t home);

/*
 * Gives an object's space back.  Symmetric, when no core uses the object any more.  From
 * then on its operations return WEFT_NOTHING and write nothing.  Errors:  WEFT_ERR_NULL;
 * WEFT_ERR_STATE for zeroes, for an object whose creation failed, for one that has been
 * freed, and for one by weft_shared_at.  Thread.
 */
int weft_shared_free(struct weft_shared *shared);

#ifdef __cplusplus
}
#endif
#endif
