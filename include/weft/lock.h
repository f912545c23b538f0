/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks: each core has one, a word of its MPB that says who holds it.
 *
 * A lock is neither fair nor recursive: who finds it held tries again, less and
 * less often.  Mutexes (weft/mutex.h) are fair.  What its holder has written, to
 * any window, is visible to the next holder.  Reports of who waits for whom name
 * the holder.  A core that stops for good while it holds a lock keeps it, and the
 * others time out.  MPB: one word, if a lock is used at all.
 */
#ifndef WEFT_LOCK_H
#define WEFT_LOCK_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Takes the lock of core `home`.  Errors:  WEFT_ERR_RANK; WEFT_ERR_LIMIT, since
 * homes are ranks below 4096; WEFT_ERR_TIMEOUT; WEFT_ERR_STATE if this core
 * holds it already; WEFT_ERR_CONTEXT in a handler, which may have interrupted
 * the holder.  Thread.  Cost: a compare-and-swap at the home (weft/atomic.h) if
 * the lock is free.
 */
int weft_lock(weft_rank_t home, weft_us_t within);

/*
 * Frees the lock.  Errors:  WEFT_ERR_STATE if this core does not hold it;
 * WEFT_ERR_RANK, _LIMIT.  Thread.
 */
int weft_unlock(weft_rank_t home);

#ifdef __cplusplus
}
#endif
#endif
