/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks on the chip's test-and-set registers, of which each core has one.
 *
 * A lock is neither fair nor recursive.  What its holder has written, to any
 * window, is visible to the next holder.  The holder writes its rank into a
 * word of the MPB of the lock's home, the core whose register it is, so that
 * reports of who waits for whom can name the holder.  A core that stops for
 * good while it holds a lock keeps it, and the others time out.  MPB: one word,
 * if a lock is used at all.
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
 * the holder.  Thread.  Cost: one round trip and a flag write if the lock is
 * free.
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
