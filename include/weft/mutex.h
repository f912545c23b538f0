/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes: locks for any number of objects, handed over in the order in which
 * cores asked for them.
 *
 * Who asks for a mutex that is taken stands in a queue, and waits for a word of its
 * own MPB, so a crowd disturbs nobody.  weft/lock.h has locks that take less and
 * are cheaper while nobody else wants them, but not fair: every waiting core tries
 * again and again at the lock's home.
 *
 * Algorithm: J. Mellor-Crummey and M. Scott, "Algorithms for scalable synchronization
 * on shared-memory multiprocessors" (1991), the queue lock, on words of MPBs; in
 * this form it is the hybrid lock of D. Petrovic (thesis 6552, EPFL, 2015, section
 * 6.1.1), too, a word of the MPB being the message that hands over.  That a core
 * may give up, and finds its place in the queue again, is ours.
 *
 * A mutex is not recursive, and handlers cannot use it.  Data written while it is
 * held, to any window, are visible to the next holder.  A core that stops for good
 * while it holds a mutex, or stands in its queue without a deadline, keeps it:
 * those behind it time out.  A core that stops within an atomic operation on a word of
 * another (weft/atomic.h) stops that one for good when it uses the mutex next.
 * All: WEFT_ERR_STATE for a mutex that is not there: zeroes, one whose creation failed, one
 * that has been freed.  MPB: three flags a mutex, from the symmetric heap.
 */
#ifndef WEFT_MUTEX_H
#define WEFT_MUTEX_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This core's side of a mutex.  Its members are the library's. */
struct weft_mutex {
	weft_rank_t home;
	uint32_t flags;
	uint32_t side;
};

/*
 * A new mutex, free, whose queue ends at core `home`: put it where it is used most.
 * Symmetric, as weft_mpb_alloc; have a barrier before anybody uses it.
 * WEFT_ERR_NULL, _RANK, _SPACE.  Thread.
 */
int weft_mutex_create(struct weft_mutex *mutex, weft_rank_t home);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: I hold it,
 * or have a place in its queue.  WEFT_ERR_NULL, _CONTEXT.  Thread.
 */
int weft_mutex_free(struct weft_mutex *mutex);

/*
 * Take it.  WEFT_ERR_TIMEOUT: not in time.  I then keep my place in the queue, which
 * costs the others nothing: whoever comes to it passes me over, and if I ask again
 * before that I go on waiting there.  With 0 microseconds I ask whether it is free,
 * and never stand in the queue.
 * WEFT_ERR_STATE: this core holds it, or another of its fibers waits for it: a mutex is
 * between cores.  WEFT_ERR_NULL, _CONTEXT.  Thread.
 * Cost: a swap at the home when it is free (weft/atomic.h), else that and two flag
 * writes to one core each, whatever the number of waiting cores.
 */
int weft_mutex_acquire(struct weft_mutex *mutex, weft_us_t within);

/*
 * Give it to the first who waits.  WEFT_ERR_STATE: I do not hold it;
 * WEFT_ERR_NULL, _CONTEXT.  Thread.
 * Cost: weft_quiet, then one flag write; a swap in its place if the next core may
 * give up; a compare-and-swap at the home if nobody waits.
 */
int weft_mutex_release(struct weft_mutex *mutex);

#ifdef __cplusplus
}
#endif
#endif
