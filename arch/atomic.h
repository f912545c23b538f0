/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic operations on words of windows: optional parts of the port contract, beside
 * arch_tas, which is the one that every port has.  What locks can do without
 * polling a lock's home depends on them.  A port says in its arch_port.h
 *
 *  ARCH_SWAP          1: arch_swap exists
 *  ARCH_COMPARE_SWAP  1: arch_compare_swap exists
 *  ARCH_FETCH_ADD     1: arch_fetch_add exists
 */
#ifndef WEFT_ARCH_ATOMIC_H
#define WEFT_ARCH_ATOMIC_H

#include "arch/arch.h"

#ifndef ARCH_SWAP
#define ARCH_SWAP 0
#endif
#ifndef ARCH_COMPARE_SWAP
#define ARCH_COMPARE_SWAP 0
#endif
#ifndef ARCH_FETCH_ADD
#define ARCH_FETCH_ADD 0
#endif

/*
 * In one step that no other core's comes into: read an aligned word of any core's
 * window 0, write it, and return what it was.  arch_swap writes `value`,
 * arch_fetch_add the sum (modulo 2^32), and arch_compare_swap `value` if the word was
 * `expected`, else nothing.  A core that waits for the word is woken, as by
 * arch_flag_write.  Of a word that these change, no core writes another part, and
 * none writes it by other calls while these may come.
 * [optional, each by itself: ARCH_SWAP, ARCH_COMPARE_SWAP, ARCH_FETCH_ADD]
 * context: thread, irq.  cost: near, there and back.
 * order: (a), (b) as arch_flag_write; and an acquire, as arch_flag_read, (e).
 */
#if ARCH_SWAP
uint32_t arch_swap(uint32_t rank, uint32_t offset, uint32_t value);
#endif
#if ARCH_COMPARE_SWAP
uint32_t arch_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value);
#endif
#if ARCH_FETCH_ADD
uint32_t arch_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend);
#endif

#endif
