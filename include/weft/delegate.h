/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delegation: an operation on a shared object is sent to a core that runs it, in place of
 * a lock that brings the object to the core that wants to change it.
 *
 * Objects and operations are numbers, since images may differ in where a function is: all
 * cores give the same table of objects, each with its table of operations.  An operation
 * gets its object's state and a word, and returns a word.  Operations of one delegate run
 * one at a time, each once; the order in which they run is one that every core agrees
 * with: what has returned before another one was asked for ran before it (they are
 * linearizable).  An operation must not wait, nor apply another one.
 *
 * Who runs them:
 *
 *   weft_mp_server  the home, and no other core: it serves, or applies operations itself.
 *                   The state may be in its private memory; nothing is fetched, no fence is
 *                   needed.  A request is a message of two words, a reply one flag write of
 *                   two.  (D. Petrovic, thesis 6552, EPFL, 2015, section 6.1.2: MP-Server.
 *                   With a room for each client in the server's MPB it is also the
 *                   thesis's SHM-Server, a line a client, which RCL has: one protocol here.)
 *   weft_hybcomb    whoever comes first runs its own operation, and then those of
 *                   cores that have registered with it meanwhile, up to max_ops; no core is
 *                   given up for serving (section 6.1.3: HybComb).  Any core may run any
 *                   operation, so the state must be where all reach it: in a window.
 *                   What an operation writes is visible to the next combiner.  As
 *                   everywhere, an operation that reads what this core may have put
 *                   before it calls weft_quiet first.
 *
 * A core serves by weft_delegate_serve.  One that does nothing else is the fastest server.
 * One that computes can let a fiber (weft/fiber.h) serve: requests are then run whenever the
 * core waits for something else.
 *
 * MPB, from the symmetric heap: a FIFO of two-word messages whose room is told by the
 * replies (weft/fifo.h: 12 bytes for each core), a line for replies; weft_hybcomb three flags
 * more.  Private memory: 8 bytes for each core.
 * All: WEFT_ERR_NULL, WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_DELEGATE_H
#define WEFT_DELEGATE_H

#include <weft/fifo.h>
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
extern const struct weft_delegation weft_mp_server, weft_hybcomb;

/* This core's side.  But for max_ops its members are the library's. */
struct weft_delegate {
	const struct weft_delegation *how;
	const struct weft_object *objects;
	uint32_t n;
	/*
	 * weft_hybcomb: requests that a combiner runs before it hands on, beside its own.
	 * More are run with less cost each, and longer calls of the combiner.  Set to 200
	 * at creation, as the thesis has it; 1 to 65535, the same on all cores.
	 */
	uint32_t max_ops;
	weft_rank_t home;
	struct weft_fifo requests;
	uint32_t reply, flags, count, term, left;
	weft_rank_t servicer;
	bool pending, serving;
};

/*
 * A new delegate of n objects, 1 to 256.  `objects` stays the caller's, and is not
 * copied.  Symmetric, as weft_mpb_alloc; have a barrier before anybody uses it.
 * WEFT_ERR_RANK, _SIZE (number of objects, or of an object's operations), _SPACE.
 */
int weft_delegate_create(struct weft_delegate *delegate,
			 const struct weft_delegation *how, weft_rank_t home,
			 const struct weft_object *objects, uint32_t n);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: an operation of
 * this core is under way.
 */
int weft_delegate_free(struct weft_delegate *delegate);

/*
 * Have an operation run on an object, and get what it returns (`result` may be null).
 * WEFT_ERR_PENDING: not in time, but asked for: it runs once, sooner or later;
 * weft_delegate_wait gives its result.  With 0 microseconds a core so goes on computing
 * meanwhile.  A combiner does not give up: it is late by the operations that it runs, and
 * waits for the combiner before it.
 * WEFT_ERR_RANGE: no such object or operation.  WEFT_ERR_STATE: one of this core's is under
 * way already.
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
 * At the home of a weft_mp_server: run what others ask for, until all other cores have
 * left.  WEFT_ERR_TIMEOUT: not in time; call it again.  WEFT_ERR_STATE: this is not the
 * home, or a fiber of it serves already.
 */
int weft_delegate_serve(struct weft_delegate *delegate, weft_us_t within);

/*
 * Tell the server that this core applies nothing more, until all have left.
 * WEFT_ERR_STATE: an operation is under way, or this is the home, or nobody serves this
 * kind of delegate.
 */
int weft_delegate_leave(struct weft_delegate *delegate, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
