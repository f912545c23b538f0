/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any lock: the published locks under one interface, chosen by name.
 *
 *   weft_lock_tas     test-and-set with back-off.  One word at the home.  The cheapest while
 *                     nobody else wants it; unfair, and every waiting core goes to the
 *                     home again and again.
 *   weft_lock_ticket  two counts at the home: the next ticket, and the one whose turn it
 *                     is (J. Mellor-Crummey and M. Scott 1991, section 2.2).  In order;
 *                     all who wait watch one word.
 *   weft_lock_clh     a queue in which each core watches a word of the core before it
 *                     (T. Craig 1993; P. Magnusson, A. Landin, E. Hagersten 1994).  In
 *                     order.  Here a node is a count of its core's releases, which
 *                     only grows; so a core keeps its node, and need not take over that of
 *                     the core before it.
 *   weft_lock_queue   a queue in which each core waits for a word of its own MPB: the
 *                     mutex of weft/mutex.h.  In order; who gives up keeps its place.
 *   weft_lock_hyblock a queue in which each core waits for a message of weft/fifo.h: HybLock
 *                     (D. Petrovic, thesis 6552, EPFL, 2015, section 6.1.1).  In order.
 *   weft_lock_server  the home keeps the queue, and grants the lock by a message to the first
 *                     in it, in an interrupt, whatever it computes.  No atomic operation.
 *                     In the order in which it hears of cores; who gives up keeps its place.
 *   weft_lock_token   a token that a core sends to the next one that has asked for it; a
 *                     request finds its way to whoever has asked last, by interrupts of the cores
 *                     on its way (M. Naimi, M. Trehel, A. Arnold, JPDC 34, 1996).  No home,
 *                     no atomic operation; who takes it again while nobody else has asked
 *                     sends nothing.  In the order in which requests reach the last
 *                     one in the queue; who gives up keeps its place.
 *
 * MCS (Mellor-Crummey and Scott, section 2.4) and HybLock differ in how a core tells its
 * predecessor who it is, and how it is told that it is its turn: MCS by words of shared
 * memory, HybLock by messages.  A message of one word to one core *is* a word of that core's
 * MPB, so that on a chip of MPBs they are one protocol, and weft_lock_queue is both;
 * weft_lock_hyblock then only adds what a FIFO does for messages of any kind.  The published
 * advantage of HybLock, 1.35 times MCS, is that of a chip whose network carries messages
 * beside a coherent memory.  Take weft_lock_hyblock there, and to compare.
 *
 * weft_lock_for chooses.  docs/locks.md has what was measured.
 *
 * For all of them: not recursive, and not for handlers, which may have interrupted the
 * holder.  Locks nest, in an order that all cores keep to; they may be released in any
 * order.  What a holder has written, to any window, is visible to the next one.  A lock is
 * between cores: fibers of one core get WEFT_ERR_STATE while another one waits.
 *
 * Deadlines.  Nobody can leave a queue of tickets, of CLH or HybLock without help of others.
 * So a core that gives a deadline does not enter it: it tries again and again
 * until it finds the lock free, and those that wait in order come first.  In
 * weft_lock_queue, _server and _token it waits in order, too, and is passed over if it has
 * given up.  With weft_lock_token what has been asked for comes in the end: if it comes when
 * this core does not wait any more, its handler hands it on, or keeps it until another core
 * asks.  So with 0 microseconds a core gets that lock only if the token is at it; else it
 * has asked, WEFT_ERR_TIMEOUT says "not yet", and it may try again soon.
 *
 * Reports of who waits for whom name the holder (tas, server), the core before (clh, queue,
 * hyblock), or the one that was asked (token); a
 * ticket says nothing about cores, so that one names the home only.  A core that
 * stops while it holds a lock, or while it waits without a deadline in a queue, keeps it:
 * the others time out.
 *
 * MPB, from the symmetric heap: tas 1 flag, ticket, clh and hyblock 2, queue 3; server 3
 * and token 1, and one for each core; and
 * all hyblocks together a FIFO of one word (weft/fifo.h: 12 bytes for each core of the run).
 * An image that has a server or a token has bells, as one with asynchronous broadcasts.
 * Where nothing interrupts a core, it serves server and token whenever it waits (weft/compute.h).
 * All: WEFT_ERR_NULL, WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_ANY_LOCK_H
#define WEFT_ANY_LOCK_H

#include <weft/mutex.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct weft_lock_kind;

extern const struct weft_lock_kind weft_lock_tas, weft_lock_ticket,
	weft_lock_clh, weft_lock_queue, weft_lock_hyblock, weft_lock_server,
	weft_lock_token;

#define weft_lock_mcs weft_lock_queue

/* How many cores want the lock at once, most of the time. */
enum weft_contention {
	WEFT_ALONE, /* one */
	WEFT_FEW,   /* two or three */
	WEFT_CROWD, /* more, or it is not known */
};

/* The kind to use; of those above only.  Never null.  Any context. */
const struct weft_lock_kind *weft_lock_for(enum weft_contention contention);

/* This core's side of a lock.  Its members are the library's. */
struct weft_any_lock {
	const struct weft_lock_kind *kind;
	struct weft_mutex at; /* where it is, and what this core is to it */
	uint32_t mine;        /* ticket; count; what has come */
	struct weft_any_lock *outer; /* hyblock: one that it took before */
	void *own;                   /* server, token: what its handler needs */
};

/*
 * A new lock, free, of that kind, whose home is that core: put it where it is used most.
 * Symmetric, as weft_mpb_alloc; have a barrier before anybody uses it.
 * WEFT_ERR_RANK, WEFT_ERR_SPACE; WEFT_ERR_LIMIT: server and token are for 255 cores.
 */
int weft_any_lock_create(struct weft_any_lock *lock,
			 const struct weft_lock_kind *kind, weft_rank_t home);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: I hold it, or have
 * a place in its queue.
 */
int weft_any_lock_free(struct weft_any_lock *lock);

/*
 * Take it.  With 0 microseconds: try once (server: that is the home's answer, for which it
 * waits a second at most, also after a deadline).  WEFT_ERR_TIMEOUT: not in time.
 * WEFT_ERR_STATE: this core holds it, or one of its fibers waits for it.
 * Cost, if it is free: one atomic operation at the home; clh that and a read of the last
 * holder's MPB.  hyblock, if it is not: two messages.  server: a flag write each way and an
 * interrupt of the home.  token: nothing, if it is here; else a flag write and an interrupt of
 * each core on the way, log(cores) in the mean, and a flag write back.
 */
int weft_any_lock_acquire(struct weft_any_lock *lock, weft_us_t within);

/*
 * Release it.  WEFT_ERR_STATE: I do not hold it.
 * Cost: weft_quiet, then a flag write; queue: weft_mutex_release; hyblock: a look for
 * messages, then one, or a compare-and-swap at the home.  server: a flag write and an interrupt
 * of the home, then one flag write there.  token: one flag write if another core has asked.
 */
int weft_any_lock_release(struct weft_any_lock *lock);

/* The kind's name: "tas", "ticket", .. */
const char *weft_lock_name(const struct weft_lock_kind *kind);

#ifdef __cplusplus
}
#endif
#endif
