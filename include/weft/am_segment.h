/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments: memory of a core into which others store data of any size (T. von
 * Eicken, "Active Messages", Berkeley 1993, section 4.3.3.2: segments, their
 * count and end function; S. Lumetta, "Multi-Protocol Communication", Berkeley
 * 1998, section 3.2.3: names that are mapped with a key).
 *
 *     static struct weft_am_segment rows = {.memory = room, .bytes = sizeof(room)};
 *
 *     weft_am_segment_open(1, &rows);                    at the owner
 *     ..
 *     weft_am_wait(&rows.stored, all, WEFT_FOREVER);
 *
 *     weft_am_map(&there, owner, 1, 0, WEFT_FOREVER);    at a core that stores
 *     weft_am_store(&there, offset, data, bytes, WEFT_FOREVER);
 *
 * A segment is private memory, or a piece of the owner's MPB.  A transfer to
 * private memory travels in packets.  A packet is some words in a message, or a
 * block of the sender's MPB: a message tells the owner of the block, and the
 * owner copies it.  Data for an MPB segment are put in their place, and a
 * message tells the owner.  Each packet says at which offset its data belong.
 * So the packets of several cores, and of several transfers of one, may come in
 * any order.  The owner counts bytes, not packets, and no packet is
 * acknowledged.
 *
 * All calls here use the endpoint WEFT_AM_LIBRARY of the cores that take part,
 * after weft_am_begin.  The application may not use that number then.  The
 * owner serves transfers as any message: while it polls, or by interrupts.
 *
 * Order.  A core that sees `stored` count a transfer's bytes sees its data.
 * Data in the MPB are read by weft_get.
 *
 * A core that stops.  The data that it has stored stay.  Stores to it fail with
 * WEFT_ERR_DEAD.
 *
 * MPB: two blocks of a sixteenth of it, up to 1 KB each.  All: WEFT_ERR_LIMIT
 * and WEFT_ERR_DEAD as in weft/am.h; WEFT_ERR_STATE before weft_am_begin, while
 * holding, or if WEFT_AM_LIBRARY is an endpoint of the application.
 */
#ifndef WEFT_AM_SEGMENT_H
#define WEFT_AM_SEGMENT_H

#include <weft/am.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_AM_SEGMENTS = 16,                   /* of a core: 0 to 15 */
	WEFT_AM_LIBRARY = WEFT_AM_ENDPOINTS - 1, /* the endpoint */
};

/* As its owner opens it. */
struct weft_am_segment {
	void *memory;    /* private memory; null: the MPB */
	uint32_t offset; /* where it begins in the MPB: weft/mpb.h */
	uint32_t bytes;
	uint32_t key; /* a core that maps it needs this */
	/*
	 * May be null.  Called when all expected bytes have been stored
	 * (weft_am_segment_expect).  Returns how many more are expected; 0:
	 * none for now.  Handler.
	 */
	uint32_t (*end)(struct weft_am_segment *segment);
	void *arg;                /* for end */
	volatile uint32_t stored; /* bytes so far, modulo 2^32 */
	/* Only the library uses these. */
	uint32_t expected;
	bool expects;
};

/*
 * A segment, of another core or of this one, into which this core stores.  All
 * calls with one that is not mapped return WEFT_ERR_STATE.  Not mapped are
 * zeroes, one whose map failed, and one that is unmapped.
 */
struct weft_am_remote {
	weft_rank_t rank;
	uint32_t segment, bytes;
	uint32_t sent; /* by the last transfer */
	/* Only the library uses these. */
	bool mapped, near;
	uint32_t offset;
	volatile int error;
	struct weft_am_remote *next;
};

/*
 * Opens a segment of this core.  It stays the caller's memory, in use until it
 * is closed.  `stored` counts from 0.  Errors: WEFT_ERR_NULL; WEFT_ERR_NUMBER;
 * WEFT_ERR_RANGE if it does not lie in the symmetric heap; WEFT_ERR_STATE
 * if that number is open already (close: is not open).  Thread.
 */
int weft_am_segment_open(uint32_t number, struct weft_am_segment *segment);
int weft_am_segment_close(uint32_t number);

/*
 * Expects `more` bytes beyond those that were expected so far, or beyond those
 * stored if none were expected.  If `more` is below 0, it expects fewer.  At
 * most 2^31 - 1.  When the bytes have been stored, which may be at once, `end`
 * is called.  Further bytes count for the next expectation.  Error:
 * WEFT_ERR_STATE if it is not open.  Thread.
 */
int weft_am_segment_expect(uint32_t number, int32_t more);

/*
 * Asks a core for its segment.  `remote` is the caller's memory, in use until
 * it is unmapped.  Errors: WEFT_ERR_STATE if it is mapped already, or not open
 * there; WEFT_ERR_KEY: another key; WEFT_ERR_RANK, _NUMBER, _NULL;
 * WEFT_ERR_TIMEOUT.  Thread; serves.  Cost: a request and its reply.
 */
int weft_am_map(struct weft_am_remote *remote, weft_rank_t rank,
		uint32_t segment, uint32_t key, weft_us_t within);
int weft_am_unmap(struct weft_am_remote *remote);

/*
 * Stores data there.  When it returns, they may be reused.  Errors:
 * WEFT_ERR_RANGE if they do not fit; WEFT_ERR_NULL, _CONTEXT.
 * WEFT_ERR_TIMEOUT: the first remote->sent bytes are under way, the others are
 * not.  An earlier store may have come too late, since the owner had closed the
 * segment (WEFT_ERR_STATE) or stopped (WEFT_ERR_DEAD).  Then the next call
 * returns that error, once, and sends nothing.  Thread; serves if it has to
 * wait.
 *
 * Cost on the SCC: to the MPB, a put and a request.  To private memory, each
 * block takes a put to the own MPB and a request, while the owner copies the
 * block before.
 */
int weft_am_store(struct weft_am_remote *remote, uint32_t offset,
		  const void *data, size_t bytes, weft_us_t within);

/*
 * Split-phase operations -----------------------------------------------------
 *
 * An operation on the segment of another core is started, and waited for later
 * (D. Culler and others, "Parallel Programming in Split-C", SC 1993: put, get, sync;
 * the store is weft_am_store; T. von Eicken, "Active Messages", Berkeley 1993,
 * section 4.3.3.3: fetch-and-add).
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
 * WEFT_ERR_WINDOW (weft/flag.h has operations on words of the MPB).  Errors
 * that the owner finds are returned by weft_am_sync.
 */

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
 * `was` is not null, *was gets the word's value from before that.  With a counter
 * the operation is started; if `counter` is null, the call waits for it.  If that
 * wait times out, the operation may still happen, and *was is not written.
 * Thread; serves.  Cost: a request and its reply.
 */
int weft_am_fetch_add(struct weft_am_remote *remote, uint32_t word,
		      uint32_t addend, uint32_t *was,
		      struct weft_am_counter *counter, weft_us_t within);
int weft_am_compare_swap(struct weft_am_remote *remote, uint32_t word,
			 uint32_t expected, uint32_t value, uint32_t *was,
			 struct weft_am_counter *counter, weft_us_t within);

/*
 * All cores of the run meet, and serve meanwhile; a core that polls does not
 * serve in weft_barrier.  When weft_am_all_store_sync returns, all requests
 * that any core had sent before it have been handled, so all stores have been
 * done (Split-C: all_store_sync).  All cores must call the same function, on
 * each core one fiber.  Puts of weft/rma.h are not waited for.
 *
 * Errors: WEFT_ERR_TIMEOUT if not all have come in time; the next call of the
 * same function goes on where this one was, and what was sent in between may not
 * have been handled when it returns.  WEFT_ERR_DEAD, now and ever after,
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
