/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Split-phase operations on the segments of other cores: an operation is
 * started, and waited for later (D. Culler and others, "Parallel Programming in
 * Split-C", SC 1993: put, get, sync; the store is weft_am_store; T. von Eicken,
 * "Active Messages", Berkeley 1993, section 4.3.3.3: fetch-and-add).
 *
 *     static struct weft_am_counter mine;
 *
 *     weft_am_get(row, &there, offset, bytes, &mine, WEFT_FOREVER);
 *     compute();
 *     weft_am_sync(&mine, WEFT_FOREVER);
 *
 * A counter has two numbers.  The thread counts the operations that this core
 * has issued, and handlers count those that are done, so neither needs a lock.
 * Any number of operations share a counter, to any cores.  It begins as zeroes
 * and must live until all are done.  Some 15 operations may be under way; the
 * start of one more waits until one of them is done.
 *
 * Atomic.  Operations on a word of a segment come one after another, as all
 * handlers of its owner do.  If the owner's thread uses them, too, or works
 * between weft_am_hold and weft_am_release, it counts as one more core.
 *
 * Order.  Operations have no order but the one that weft_am_sync makes.  A put
 * that is done is seen by the owner, and by every get after it.
 *
 * A core that stops.  Its operations are done, with WEFT_ERR_DEAD.  It is not
 * known whether a put or an addition has happened.
 *
 * Errors of all: those of weft_am_store.  `word` is an offset in a segment in
 * private memory.  It gives WEFT_ERR_ALIGN and, for a segment in the MPB,
 * WEFT_ERR_WINDOW (weft/atomic.h has operations on words of the MPB).  Errors
 * that the owner finds are returned by weft_am_sync.
 */
#ifndef WEFT_AM_SPLIT_H
#define WEFT_AM_SPLIT_H

#include <weft/am_segment.h>

#ifdef __cplusplus
extern "C" {
#endif

struct weft_am_counter {
	uint32_t issued;        /* parts of operations, by the thread */
	volatile uint32_t done; /* of them */
	volatile int error;     /* the first */
};

/*
 * Start an operation.  When weft_am_put returns, the data may be reused.  When
 * weft_am_get returns, `to` may not be used until the get is done.  After
 * WEFT_ERR_TIMEOUT a part of it may be under way, and weft_am_sync waits for
 * that.  Thread; serves if it has to wait.  Cost on the SCC: up to 24 bytes
 * take a request and its reply; more take one for each block.
 */
int weft_am_put(struct weft_am_remote *remote, uint32_t offset,
		const void *data, size_t bytes, struct weft_am_counter *counter,
		weft_us_t within);
int weft_am_get(void *to, struct weft_am_remote *remote, uint32_t offset,
		size_t bytes, struct weft_am_counter *counter,
		weft_us_t within);

/*
 * Waits until all operations that were issued with that counter are done.
 * Returns the first error of these, once.  Errors: also WEFT_ERR_TIMEOUT.
 * Thread; serves.
 */
int weft_am_sync(struct weft_am_counter *counter, weft_us_t within);

/*
 * Add to a word of a segment, or write `value` if the word is `expected`.  If
 * `was` is not null, *was gets the word's value from before that.  The first of
 * each pair starts the operation, the second waits for it.  If the wait times
 * out, the operation may still happen, and *was is not written.  Thread;
 * serves.  Cost: a request and its reply.
 */
int weft_am_fetch_add_start(struct weft_am_remote *remote, uint32_t word,
			    uint32_t addend, uint32_t *was,
			    struct weft_am_counter *counter, weft_us_t within);
int weft_am_fetch_add(struct weft_am_remote *remote, uint32_t word,
		      uint32_t addend, uint32_t *was, weft_us_t within);
int weft_am_compare_swap_start(struct weft_am_remote *remote, uint32_t word,
			       uint32_t expected, uint32_t value, uint32_t *was,
			       struct weft_am_counter *counter,
			       weft_us_t within);
int weft_am_compare_swap(struct weft_am_remote *remote, uint32_t word,
			 uint32_t expected, uint32_t value, uint32_t *was,
			 weft_us_t within);

/*
 * All cores of the run meet, and serve meanwhile; a core that polls does not
 * serve in weft_barrier.  When weft_am_all_store_sync returns, all requests
 * that any core had sent before it have been handled, so all stores have been
 * done (Split-C: all_store_sync).  All cores must call the same function, on
 * each core one fiber.  Puts of weft/rma.h are not waited for.
 *
 * Errors: WEFT_ERR_TIMEOUT if not all have come in time; the next call of the
 * same function goes on where this one was.  WEFT_ERR_DEAD, now and ever after,
 * if a core of the run has been given up; all cores that live return then.  An
 * error that an owner finds in a store is returned by the next store to that
 * segment.  Thread; serves.
 *
 * Cost: ceil(log2 P) requests for P cores, one after another.
 * weft_am_all_store_sync also looks at a word for each core, and waits for the
 * last request to each.
 */
int weft_am_barrier(weft_us_t within);
int weft_am_all_store_sync(weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
