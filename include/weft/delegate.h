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
 * linearizable).  An operation must not wait, nor apply another one; with weft_handler_server it
 * runs in a handler.
 *
 * Who runs them:
 *
 *   weft_mp_server  the home, and no other core: it serves, or applies operations itself.
 *                   The state may be in its private memory; nothing is fetched, no fence is
 *                   needed.  A request is a message of two words, a reply one flag write of
 *                   two.  (D. Petrovic, thesis 6552, EPFL, 2015, section 6.1.2: MP-Server.)
 *   weft_shm_server the same by memory: a line of the home's MPB for each client, in which the
 *                   request is, and then the reply.  The server looks at one line after the
 *                   other, and a client at its own, which is another core's memory.
 *                   (Section 6.2.2: SHM-Server, a form of RCL.)
 *   weft_group_server  the same for groups of 7 or 15 clients, which have rows of words in
 *                   common: the server reads the requests of all of them at once, and answers
 *                   all by one row.  (S. Roghanchi and others, SOSP 2017: ffwd.)
 *   weft_handler_server  the home's handler: the home computes, and is interrupted for each
 *                   request.  It serves nothing by itself, and nobody leaves.
 *   weft_hybcomb    whoever comes first runs its own operation, and then those of
 *                   cores that have registered with it meanwhile, up to max_ops; no core is
 *                   given up for serving (section 6.1.3: HybComb).
 *   weft_dsm_synch  the same, by a queue in which cores that come leave their requests:
 *                   one atomic operation at the home for a request, where HybComb has up to
 *                   three.  In order.  (P. Fatourou and N. Kallimanis, PPoPP 2012: DSM-Synch,
 *                   CC-Synch for machines in which a core should wait for words of its own.)
 *   weft_cc_synch   the published CC-Synch: the queue's nodes pass from core to core, and a
 *                   core waits for a word of whichever core its node lies at.
 *   weft_h_synch    H-Synch, for groups of eight cores whose ranks are near: CC-Synch in each,
 *                   and a lock that a combiner holds against those of other groups.
 *   weft_under_tas, _ticket, _clh, _queue, _hyblock, _server, _token
 *                   nobody but the core that applies it, while it holds such a lock
 *                   (weft/any_lock.h).  So a program can try locks in a delegation's
 *                   place, and the other way round.
 *
 * But for servers, any core may run any operation, so the state must be where all
 * reach it: in a window.  What an operation has put is visible to the next one, whichever
 * core runs that; one that reads what this core may have put before it calls weft_quiet
 * first, as everywhere.  Two things are up to callers: what a core has put before it
 * applies an operation that reads that needs a weft_quiet between; and what an operation
 * has put may land after its result has come, so that only operations should read it.
 *
 * A core serves by weft_delegate_serve.  One that does nothing else is the fastest server.
 * One that computes can let a fiber (weft/fiber.h) serve: requests are then run whenever the
 * core waits for something else.
 *
 * Who has a deadline in weft_cc_synch or weft_h_synch, and does not come back for its reply,
 * keeps all others waiting if combining comes to it; in weft_dsm_synch it is passed over.
 *
 * MPB, from the symmetric heap: a line for replies; weft_mp_server and weft_hybcomb a FIFO of
 * two-word messages whose room is told by the replies (weft/fifo.h: 12 bytes for each core),
 * weft_hybcomb three flags more; weft_dsm_synch two flags and three words; weft_shm_server a
 * line for each core, of 16 bytes at least; weft_group_server three
 * rows of 32 (or 64) bytes for 7 (or 15) cores; weft_handler_server 8 bytes for each core, and
 * bells; weft_cc_synch a flag and 64 bytes, weft_h_synch
 * that and a CLH lock; locks what they take.  Private memory: for the FIFO 8 bytes, for
 * weft_shm_server and weft_handler_server 4 for each core, weft_group_server 10.
 * All: WEFT_ERR_NULL, WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_DELEGATE_H
#define WEFT_DELEGATE_H

#include <weft/any_lock.h>
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
extern const struct weft_delegation weft_mp_server, weft_shm_server,
	weft_group_server, weft_handler_server, weft_hybcomb, weft_dsm_synch,
	weft_cc_synch, weft_h_synch;
extern const struct weft_delegation weft_under_tas, weft_under_ticket,
	weft_under_clh, weft_under_queue, weft_under_hyblock, weft_under_server,
	weft_under_token;

/*
 * What an operation returns that has no word to return: an empty queue's, say.  So a
 * queue or a stack is for words other than this one.
 */
#define WEFT_NOTHING UINT32_MAX

/* This core's side.  But for max_ops and swap_after its members are the library's. */
struct weft_delegate {
	const struct weft_delegation *how;
	const struct weft_object *objects;
	uint32_t n;
	/*
	 * Combiners: requests that one runs before it hands on, beside its own.  More
	 * are run with less cost each, and longer calls of the combiner.  Set to 200 at
	 * creation, as the thesis has it; 1 to 65535, the same on all cores.
	 */
	uint32_t max_ops;
	/*
	 * weft_hybcomb: after so many failed compare-and-swaps a call becomes a combiner
	 * by a swap, which cannot fail; so no call starves, but some combiners find
	 * nothing to run but their own (section 6.1.3).  0, as at creation: never.
	 */
	uint32_t swap_after;
	/* How often this core has combined; weft_hybcomb: compare-and-swaps that it made. */
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
 * A new delegate of n objects, 1 to 256.  `objects` stays the caller's, and is not
 * copied.  Symmetric, as weft_mpb_alloc; have a barrier before anybody uses it.
 * WEFT_ERR_RANK, _SIZE (number of objects, or of an object's operations), _SPACE; _LIMIT:
 * weft_cc_synch and weft_h_synch are for 32767 cores, weft_handler_server for 255.
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
 * with weft_hybcomb waits for the combiner before it.
 * WEFT_ERR_TIMEOUT: under a lock, which was not free in time: it has not been run.
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
 * At the home of a weft_mp_server, weft_shm_server or weft_group_server: run what others ask
 * for, until all other cores have left.  After WEFT_OK another call begins anew, and waits
 * until all of them have left once more.  WEFT_ERR_TIMEOUT: not in time; call it again.  It runs
 * a request of each core at least, and returns in time though others go on asking.
 * WEFT_ERR_STATE: this is not the home, or a fiber of it serves already.
 */
int weft_delegate_serve(struct weft_delegate *delegate, weft_us_t within);

/* The kind's name: "mp_server", "under tas", ..  Any context. */
const char *weft_delegation_name(const struct weft_delegation *how);

/*
 * Tell the server that this core applies nothing more, until all have left.
 * WEFT_ERR_PENDING: not in time, but told; weft_delegate_wait ends it.
 * WEFT_ERR_STATE: an operation is under way, or this is the home, or nobody serves this
 * kind of delegate.
 */
int weft_delegate_leave(struct weft_delegate *delegate, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
