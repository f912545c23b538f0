/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap, compare-and-swap and fetch-and-add on a word of any core's window 0, on
 * every port: the chip's own, or under the guard of that core's test-and-set
 * register.  A core holds such a guard for a few accesses, with interrupts masked,
 * and nothing else uses the registers; so who finds one taken tries again soon.
 *
 * *was is what the word was.  WEFT_ERR_TIMEOUT: the guard was not free in time, which
 * is so for good if a core has stopped within it; then nothing is done, and *was is
 * as before.  With ARCH_NEVER they do not fail: a hang is named as a wait for that
 * core's lock.  Arguments and order else as arch/atomic.h.  Thread.
 *
 * sync_claim is what a lock does that is likely to be free: it writes this core's rank + 1
 * if the word is 0, and returns what the word was.  It tries once, so it may return
 * SYNC_BUSY if somebody else has the guard.
 */
#ifndef SYNC_ATOMIC_H
#define SYNC_ATOMIC_H

#include "arch/atomic.h"
#include "arch/inline.h"
#include "sync/guard.h"

#include <weft/types.h>

#define SYNC_NATIVE (ARCH_SWAP && ARCH_COMPARE_SWAP && ARCH_FETCH_ADD)

#if SYNC_NATIVE
static inline int sync_swap(uint32_t rank, uint32_t offset, uint32_t value,
			    uint64_t deadline, uint32_t *was)
{
	(void)deadline;
	*was = arch_swap(rank, offset, value);
	return WEFT_OK;
}

static inline int sync_compare_swap(uint32_t rank, uint32_t offset,
				    uint32_t expected, uint32_t value,
				    uint64_t deadline, uint32_t *was)
{
	(void)deadline;
	*was = arch_compare_swap(rank, offset, expected, value);
	return WEFT_OK;
}

static inline int sync_fetch_add(uint32_t rank, uint32_t offset,
				 uint32_t addend, uint64_t deadline,
				 uint32_t *was)
{
	(void)deadline;
	*was = arch_fetch_add(rank, offset, addend);
	return WEFT_OK;
}
static inline uint32_t sync_claim(uint32_t rank, uint32_t offset)
{
	return arch_compare_swap(rank, offset, 0, arch_rank() + 1);
}
#else
ARCH_CALL int sync_swap(uint32_t rank, uint32_t offset, uint32_t value,
			uint64_t deadline, uint32_t *was);
ARCH_CALL int sync_compare_swap(uint32_t rank, uint32_t offset,
				uint32_t expected, uint32_t value,
				uint64_t deadline, uint32_t *was);
ARCH_CALL int sync_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend,
			     uint64_t deadline, uint32_t *was);
#if ARCH_NEAR
ARCH_CALL uint32_t sync_claim(uint32_t rank, uint32_t offset);
#else
#define sync_claim guard_claim
#endif
#endif

/*
 * Write a word that no other core changes now: whatever they try, a compare-and-swap,
 * does not find what it expects.
 */
static inline void sync_store(uint32_t rank, uint32_t offset, uint32_t value)
{
#if SYNC_NATIVE
	arch_swap(rank, offset, value);
#else
	arch_inline_flag_write(rank, offset, value);
#endif
}

#endif
