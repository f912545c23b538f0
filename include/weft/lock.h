/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks: at most one core holds a lock.
 *
 *     struct weft_any_lock lock;
 *
 *     all cores:
 *     weft_any_lock_create(&lock, &weft_lock_queue, home);
 *     weft_barrier(WEFT_WORLD, WEFT_FOREVER);
 *     weft_any_lock_acquire(&lock, WEFT_FOREVER);
 *     ..
 *     weft_any_lock_release(&lock);
 *
 * Each core has one lock more, which needs no creation:
 *
 *     weft_lock(home, WEFT_FOREVER);
 *     ..
 *     weft_unlock(home);
 *
 * There are two kinds to create.  Take weft_lock_queue, unless two cores hardly ever want
 * the lock at once.  docs/locks.md has figures.
 *
 *   weft_lock_tas    Test-and-set with back-off, one word at the home.  It is
 *                    the cheapest kind while no other core wants the lock.  It
 *                    is unfair: each waiting core tries again and again at the
 *                    home, less and less often.
 *   weft_lock_queue  A queue in which each core waits for a word of its own
 *                    MPB, so that a crowd disturbs no other core.  It is fair:
 *                    cores get the lock in the order in which they asked.
 *                    (J. Mellor-Crummey and M. Scott, "Algorithms for scalable
 *                    synchronization on shared-memory multiprocessors", 1991,
 *                    section 2.4.  That a core may give up is added by weft.)
 *
 * weft/published/lock.h has five more kinds, which are there to be compared.
 *
 * For all locks: all that a holder has written, to any window, is visible to
 * the next holder.  A lock is not recursive.  A handler cannot take it, since
 * the handler may have interrupted the holder.  A lock is between cores: while
 * one fiber of a core waits for it, the other fibers of that core get
 * WEFT_ERR_STATE.  Locks nest if all cores take them in one order; they may be
 * released in any order.
 *
 * A core that stops while it holds a lock keeps it, and the others time out.
 * So does a core that stops while it waits without a deadline in a queue.  A
 * core that stops within an atomic operation (weft/flag.h) stops that word's
 * users for good.  Reports of who waits for whom name the holder, or the core
 * before in the queue.
 *
 * All: WEFT_ERR_NULL; WEFT_ERR_CONTEXT; WEFT_ERR_STATE for a lock that is not
 * there: zeroes, one whose creation failed, or one that has been freed.
 * Thread.
 */
#ifndef WEFT_LOCK_H
#define WEFT_LOCK_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct weft_lock_kind;

extern const struct weft_lock_kind weft_lock_tas, weft_lock_queue;

/* This core's side of a lock.  Its members are the library's. */
struct weft_any_lock {
	const struct weft_lock_kind *kind;
	struct {
		weft_rank_t home;
		uint32_t flags, side;
	} at;          /* where it is, and what this core is to it */
	uint32_t mine; /* a ticket, a count, or what has come */
	struct weft_any_lock *outer; /* one that this core took before */
	void *own;                   /* what its handler needs */
};

/*
 * Make a lock of that kind, free, whose words are at core `home`.  Choose the
 * core that uses it most.  Symmetric, as weft_mpb_alloc; have a barrier before
 * any core uses it.  WEFT_ERR_RANK, WEFT_ERR_SPACE.  MPB, from the symmetric
 * heap: tas 1 flag, queue 3.
 */
int weft_any_lock_create(struct weft_any_lock *lock,
			 const struct weft_lock_kind *kind, weft_rank_t home);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: this
 * core holds it, or has a place in its queue.
 */
int weft_any_lock_free(struct weft_any_lock *lock);

/*
 * Take the lock.  With 0 microseconds it is tried once.  WEFT_ERR_TIMEOUT: it
 * was not free in time.  WEFT_ERR_STATE: this core holds the lock, or one of
 * its fibers waits for it.
 *
 * A core that has given up in a queue keeps its place there, which costs the
 * others nothing: they pass it over.  If the core asks again before that, it
 * goes on waiting in that place.
 *
 * Cost, if it is free: one atomic operation at the home (weft/flag.h).  If it
 * is not, a queue costs two more flag writes to one core each, whatever the
 * number of cores.
 */
WEFT_REGISTERS int weft_any_lock_acquire(struct weft_any_lock *lock,
					 weft_us_t within);

/*
 * Release it.  WEFT_ERR_STATE: this core does not hold it.
 *
 * Cost: weft_quiet, then a flag write.  In a queue it takes an atomic operation
 * in place of that write if no core waits.  It takes another one for each core
 * that waits with a deadline.
 */
WEFT_REGISTERS int weft_any_lock_release(struct weft_any_lock *lock);

/*
 * Take the lock that core `home` has, which works as a weft_lock_tas.  All
 * cores have such a lock if the image links this call.  WEFT_ERR_RANK;
 * WEFT_ERR_LIMIT: homes are ranks below 4096; WEFT_ERR_TIMEOUT; WEFT_ERR_STATE:
 * this core holds it already.  MPB: one word of each core.  Cost, if it is
 * free: a compare-and-swap at the home.
 */
WEFT_REGISTERS int weft_lock(weft_rank_t home, weft_us_t within);

/*
 * Release it.  WEFT_ERR_STATE: this core does not hold it.  WEFT_ERR_RANK,
 * _LIMIT.
 */
WEFT_REGISTERS int weft_unlock(weft_rank_t home);

#ifdef __cplusplus
}
#endif
#endif
