/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Five more kinds of lock (weft/lock.h), which are there to be compared.
 *
 *     weft_any_lock_create(&lock, &weft_lock_clh, home);
 *
 *   weft_lock_ticket   Two counts at the home: the next ticket, and the ticket whose turn it is
 *                      (J. Mellor-Crummey and M. Scott 1991, section 2.2).  In order; all
 *                      waiting cores watch one word.
 *   weft_lock_clh      A queue in which each core watches a word of the core before it
 *                      (T. Craig 1993; P. Magnusson, A. Landin, E. Hagersten 1994).  In
 *                      order.  Here a node is a count of its core's releases, which only
 *                      grows.  So a core keeps its node, and need not take over that of the
 *                      core before it.
 *   weft_lock_hyblock  A queue in which each core waits for a message of weft/fifo.h: HybLock
 *                      (D. Petrovic, thesis 6552, EPFL, 2015, section 6.1.1).  In order.
 *   weft_lock_server   The home keeps the queue.  It grants the lock by a message to the first
 *                      core in the queue, in an interrupt, whatever it computes.  There is no
 *                      atomic operation.  Cores get the lock in the order in which the home
 *                      hears of them; one that gives up keeps its place.
 *   weft_lock_token    A token that a core sends to the next one that has asked for it.  A
 *                      request finds its way to the core that asked last, by interrupts
 *                      of the cores on its way (M. Naimi, M. Trehel, A. Arnold, JPDC 34,
 *                      1996).  There is no home and no atomic operation.  A core that takes
 *                      the token again while nobody else has asked sends nothing.  The
 *                      order is that in which requests reach the last core in the queue;
 *                      a core that gives up keeps its place.
 *
 * Deadlines.  No core can leave the queue of a ticket, CLH or HybLock without
 * help of others.  So a core that gives a deadline does not enter it: it tries
 * until it finds the lock free, and cores that wait in order come first.  In
 * the queues of server and token it waits in order, and is passed over if it
 * has given up.  A request for a token is always met in the end: if the core
 * does not wait any more, its handler hands the token on, or keeps it until
 * another core asks.  So with 0 microseconds a core gets that lock only if the
 * token is at it.  Otherwise it has asked, WEFT_ERR_TIMEOUT says "not yet", and
 * it may try again soon.  With 0 microseconds a server gives the home's answer,
 * for which the core waits a second at most.
 *
 * Reports of who waits for whom name the holder (server), the core before (clh, hyblock) or the
 * core that was asked (token).  A ticket says nothing about cores: its report names the home.
 *
 * MPB, from the symmetric heap: ticket, clh and hyblock 2 flags; server 3, token 1, and one for
 * each core; all hyblocks together a FIFO of one word (weft/fifo.h: 12 bytes for each core of
 * the run).  An image that has a server or a token has bells, as one with asynchronous
 * broadcasts.  Server and token are for 255 cores (WEFT_ERR_LIMIT).  Where nothing
 * interrupts a core, it serves them whenever it waits (weft/core.h).
 *
 * Cost of taking a free lock:
 *   ticket: one atomic operation at the home.
 *   clh: that and a read of the last holder's MPB.
 *   hyblock: one atomic operation at the home.
 *   server: a flag write each way and an interrupt of the home.
 *   token: nothing if it is here.  Else a flag write and an interrupt of each
 *     core on the way, log(cores) in the mean, and a flag write back.
 *
 * Cost of a release: weft_quiet, then
 *   ticket, clh: a flag write.
 *   hyblock: a look for messages, then one, or a compare-and-swap at the home.
 *   server: a flag write and an interrupt of the home.
 *   token: a flag write if another core has asked.
 */
#ifndef WEFT_PUBLISHED_LOCK_H
#define WEFT_PUBLISHED_LOCK_H

#include <weft/lock.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const struct weft_lock_kind weft_lock_ticket, weft_lock_clh,
	weft_lock_hyblock, weft_lock_server, weft_lock_token;

/* The name of any kind: "tas", "queue", "ticket".  Any context. */
const char *weft_lock_name(const struct weft_lock_kind *kind);

#ifdef __cplusplus
}
#endif
#endif
