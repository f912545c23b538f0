/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delegation: a core sends an operation to the core that runs it.  A lock does
 * the opposite: it brings the shared object to the core that wants to change
 * it.
 *
 *     static const struct weft_object objects[] = {{operations, 2, &state}};
 *     struct weft_delegate delegate;
 *
 *     all cores:
 *     weft_delegate_create(&delegate, weft_delegation_for(WEFT_BY_A_CORE),
 *                          home, objects, 1);
 *     weft_barrier(WEFT_WORLD, WEFT_FOREVER);
 *     if (weft_rank() == home) {
 *             weft_delegate_serve(&delegate, WEFT_FOREVER);          the server
 *     } else {
 *             weft_apply(&delegate, 0, 1, word, &result, WEFT_FOREVER);
 *             weft_delegate_leave(&delegate, WEFT_FOREVER);
 *     }
 *
 * weft/object.h has objects that are ready: a queue, a stack, counters.
 *
 * Objects and operations are numbers, since images may differ in where a
 * function is.  All cores give the same table of objects, each with its table
 * of operations.  An operation gets its object's state and a word, and returns
 * a word.  An operation must not wait, and must not apply another one.  With
 * weft_handler_server it runs in a handler.
 *
 * The operations of one delegate run one at a time, and each runs once.  All
 * cores agree on their order.  If an operation's result was there before
 * another one was asked for, it ran before that one (they are linearizable).
 *
 * Which core runs them?  weft_delegation_for chooses; docs/locks.md has
 * figures.
 *
 *   weft_shm_server   The home, and no other core.  Each client has a line of
 *                     the home's MPB for its request, and the reply comes back
 *                     in it.  (D. Petrovic, thesis 6552, EPFL, 2015, section
 *                     6.2.2: SHM-Server, a form of RCL.)
 *   weft_group_server The same for groups of 7 or 15 clients, which have rows
 *                     of words in common.  The server reads the requests of a
 *                     group at once, and answers all by one row.
 *                     (S. Roghanchi and others, SOSP 2017: ffwd.)
 *   weft_handler_server  The home's handler: the home computes, and is
 *                     interrupted for each request.  No core calls
 *                     weft_delegate_serve, and none leaves.
 *   weft_dsm_synch    One of the cores that call.  It runs its own operation,
 *                     and then those that others have left in a queue, up to
 *                     max_ops.  No core is given up for serving.  In order.
 *                     (P. Fatourou and N. Kallimanis, PPoPP 2012: DSM-Synch.)
 *   weft_under_tas, weft_under_queue  The core that applies it, while it holds
 *                     such a lock (weft/lock.h).  So a program can try locks in
 *                     a delegation's place, and the other way round.
 *
 * weft/published/delegate.h has more, which are there to be compared.
 *
 * The state of a server's objects may be in the server's private memory.  Then
 * no data are fetched, and no fence is needed.  In all other kinds any core may
 * run any operation, so the state must be in a window.  All that an operation
 * has put is visible to the next one, whichever core runs that.
 *
 * Callers see to two things.  A core that puts data and then applies an
 * operation that reads them calls weft_quiet in between.  Data that an
 * operation has put may land after its result has come, so only operations
 * should read them.
 *
 * A core that does nothing but weft_delegate_serve is the fastest server.  A
 * core that computes can let a fiber (weft/fiber.h) serve.  The fiber then runs
 * requests whenever the core waits for something else.
 *
 * MPB, from the symmetric heap: all kinds take a line for replies.  In
 * addition, weft_shm_server takes a line for each core, of 16 bytes at least;
 * weft_group_server three rows of 32 (or 64) bytes for 7 (or 15) cores;
 * weft_handler_server 8 bytes for each core, and bells.  weft_dsm_synch takes
 * two flags and three words.  Locks take what weft/lock.h says.  Private
 * memory: for weft_shm_server and weft_handler_server 4 bytes for each core,
 * for weft_group_server 10.
 *
 * All: WEFT_ERR_NULL, WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_DELEGATE_H
#define WEFT_DELEGATE_H

#include <weft/fifo.h>
#include <weft/lock.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t weft_operation(void *state, uint32_t argument);

struct weft_object {
	weft_operation *const *operations;
	uint32_t n; /* at most 255 */
	void *state;
};

struct weft_delegation;
extern const struct weft_delegation weft_shm_server, weft_group_server,
	weft_handler_server, weft_dsm_synch, weft_under_tas, weft_under_queue;

/* What the program can spare for serving. */
enum weft_service {
	WEFT_BY_A_CORE, /* the home, or a fiber of it, calls weft_delegate_serve */
	WEFT_BY_A_HANDLER, /* the home computes; requests are rare */
	WEFT_BY_CALLERS,   /* nothing */
};

/*
 * The kind that is fastest on this port for many cores.  On a port with message
 * FIFOs it may be one of weft/published/delegate.h.  Never null.  Any context.
 */
const struct weft_delegation *weft_delegation_for(enum weft_service service);

/*
 * What an operation returns that has no word to return, for instance that of an
 * empty queue.  So a queue or a stack is for words other than this one.
 */
#define WEFT_NOTHING UINT32_MAX

/*
 * This core's side.  All members but max_ops and swap_after are the library's.
 */
struct weft_delegate {
	const struct weft_delegation *how;
	const struct weft_object *objects;
	uint32_t n;
	/*
	 * Combiners: how many requests one runs, beside its own, before it
	 * hands on.  The more it runs, the less each costs, and the longer the
	 * combiner's call takes.  Set to 200 at creation, as the thesis has it;
	 * 1 to 65535, the same on all cores.
	 */
	uint32_t max_ops;
	uint32_t swap_after; /* weft/published/delegate.h */
	/*
	 * How often this core has combined; in weft_hybcomb, the
	 * compare-and-swaps that it made.
	 */
	uint32_t terms, tries;
	weft_rank_t home;
	struct weft_fifo requests;
	struct weft_any_lock lock;
	uint32_t *numbers;
	void *own;
	uint32_t slots, replies, reply, row, flags, count, term, left;
	weft_rank_t servicer;
	bool pending, serving;
};

/*
 * Make a delegate of n objects, 1 to 256.  `objects` stays the caller's, and is
 * not copied.  Symmetric, as weft_mpb_alloc; have a barrier before any core
 * uses it.  WEFT_ERR_RANK; WEFT_ERR_SIZE: the number of objects, or of an
 * object's operations; WEFT_ERR_SPACE; WEFT_ERR_LIMIT: weft_handler_server is
 * for 255 cores.
 */
int weft_delegate_create(struct weft_delegate *delegate,
			 const struct weft_delegation *how, weft_rank_t home,
			 const struct weft_object *objects, uint32_t n);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: an
 * operation of this core is under way.  All calls with a delegate that is not
 * there return WEFT_ERR_STATE: zeroes, one whose creation failed, or one that
 * has been freed.
 */
int weft_delegate_free(struct weft_delegate *delegate);

/*
 * Have an operation run on an object, and get what it returns (`result` may be
 * null).
 *
 * WEFT_ERR_PENDING: the result has not come in time, but the operation is asked
 * for.  It runs once, sooner or later, and weft_delegate_wait gives its result.
 * With 0 microseconds a core goes on computing meanwhile.  A combiner does not
 * give up: it is late by the operations that it runs.
 *
 * WEFT_ERR_TIMEOUT: the kind uses a lock, which was not free in time; the
 * operation has not been run.  WEFT_ERR_NUMBER: no such object or operation.
 * WEFT_ERR_STATE: an operation of this core is under way already.
 */
int weft_apply(struct weft_delegate *delegate, uint32_t object,
	       uint32_t operation, uint32_t argument, uint32_t *result,
	       weft_us_t within);

/*
 * Wait for the operation that is under way.  WEFT_ERR_PENDING: not in time.
 * WEFT_ERR_STATE: there is none.
 */
int weft_delegate_wait(struct weft_delegate *delegate, uint32_t *result,
		       weft_us_t within);

/*
 * At the home of a server: run operations that others ask for, until all other
 * cores have left.  After WEFT_OK another call begins anew, and waits until all
 * of them have left once more.
 *
 * WEFT_ERR_TIMEOUT: not in time; call it again.  It runs a request of each core
 * at least, and returns in time though others go on asking.  WEFT_ERR_STATE:
 * this is not the home, or a fiber of it serves already, or this kind has no
 * server to call this.
 */
int weft_delegate_serve(struct weft_delegate *delegate, weft_us_t within);

/*
 * Tell the server that this core applies no more operations, until all have
 * left.  WEFT_ERR_PENDING: not in time, but told; weft_delegate_wait ends it.
 * WEFT_ERR_STATE: an operation is under way, or this is the home, or this kind
 * of delegate has no core that serves it.
 */
int weft_delegate_leave(struct weft_delegate *delegate, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
