/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for what no word of this core announces, and not every port can wait for: look
 * again and again, less and less often.  Fibers run meanwhile, and the record says
 * who holds what is waited for.  Thread.
 */
#ifndef SYNC_RETRY_H
#define SYNC_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"

struct sync_retry {
	/*
	 * May taking it succeed?  Sets `by` to who has it, or RT_ANYONE.  Short; it may
	 * be called with interrupts masked.
	 */
	bool (*look)(struct sync_retry *retry);
	/* Take it, if it is still there. */
	bool (*take)(struct sync_retry *retry, uint64_t deadline);
	uint32_t home, by;
	void *of; /* the caller's */
	const char *what;
	const void *site; /* for the record */
};

/*
 * WEFT_OK, or WEFT_ERR_TIMEOUT; at least one look.  Not ARCH_COLD, nor what follows: the next
 * holder is as late as its look.
 */
int sync_retry(struct sync_retry *retry, uint64_t deadline);

/*
 * Wait until a word of any core has reached that value: by a wait for the word where the
 * port can, else by looks.  `home` is that of the lock that this is for.  WEFT_OK, or
 * WEFT_ERR_TIMEOUT.
 */
int sync_await_until(uint32_t rank, uint32_t offset, uint32_t value,
		     uint64_t deadline, uint32_t from, uint32_t home,
		     const char *what);

/* The same without a deadline. */
static inline void sync_await(uint32_t rank, uint32_t offset, uint32_t value,
			      uint32_t from, uint32_t home, const char *what)
{
	/* Where waits for such words exist, they begin with a look. */
	if (ARCH_REMOTE_AWAIT ||
	    (int32_t)(arch_flag_read(rank, offset) - value) < 0) {
		sync_await_until(rank, offset, value, ARCH_NEVER, from, home,
				 what);
	}
}

#endif
