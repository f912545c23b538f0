/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lock on a chip's test-and-set register; each core has one.
 *
 * Not fair, not recursive.  Data written under it, to any window, are visible
 * to the next holder.  Who holds a lock says so in a word of the home's MPB, so
 * reports of who waits for whom name that core.  A core that stops for good while
 * it holds a lock keeps it: others time out.
 * MPB: a word, when it is linked.
 */
#ifndef WEFT_LOCK_H
#define WEFT_LOCK_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Take the lock that lives at core `home`.  WEFT_ERR_RANK, WEFT_ERR_LIMIT (homes are
 * ranks below 4096), WEFT_ERR_TIMEOUT, WEFT_ERR_STATE (I hold it already),
 * WEFT_ERR_CONTEXT (handler: it might have interrupted the holder).  Thread.
 * Cost: one round trip and a flag write when free.
 */
int weft_lock(weft_rank_t home, weft_us_t within);

/* Free it.  WEFT_ERR_STATE: I do not hold it; the others as above.  Thread. */
int weft_unlock(weft_rank_t home);

#ifdef __cplusplus
}
#endif
#endif
