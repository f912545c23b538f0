/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap, compare-and-swap and fetch-and-add on a word of any core's window 0, on
 * every port: the chip's own, or under the guard of that core's test-and-set
 * register.  A core holds such a guard for a few accesses, with interrupts masked,
 * and nothing else uses the registers; so who finds one taken tries again soon.
 *
 * Arguments and order as arch/atomic.h.  Thread: a handler might have interrupted
 * who waits for the guard, which is no harm, but a handler must not wait.
 * A core that stops within a guard is named: the others wait for that lock.
 */
#ifndef SYNC_ATOMIC_H
#define SYNC_ATOMIC_H

#include "arch/atomic.h"

#if ARCH_SWAP && ARCH_COMPARE_SWAP && ARCH_FETCH_ADD
#define sync_swap         arch_swap
#define sync_compare_swap arch_compare_swap
#define sync_fetch_add    arch_fetch_add
#define SYNC_NATIVE       1
#else
#define SYNC_NATIVE 0
uint32_t sync_swap(uint32_t rank, uint32_t offset, uint32_t value);
uint32_t sync_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value);
uint32_t sync_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend);
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
	arch_flag_write(rank, offset, value);
#endif
}

#endif
