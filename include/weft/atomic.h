/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic operations on words of the MPB: in one step that no other core's atomic
 * operation comes into, a word is read and written, and what it was is returned.
 *
 * A chip that has them does them itself.  Elsewhere the caller takes the test-and-set
 * register of the word's core, reads, writes and frees it: four accesses in place of
 * one.  A program does not see which.
 *
 * Of a word that these change, write nothing by weft_flag_write or weft_put while
 * another core may change it by these.  A core may wait for such a word by
 * weft_flag_wait, and is woken.
 *
 * Order: all that this core wrote to the word's core before is seen with the
 * new value.  All that the word's last writer had written there is seen after
 * the operation.  Writes to other cores need weft_quiet before it.
 *
 * Arguments are as weft_flag_write's: a word of the symmetric heap (weft/mpb.h) at that
 * core.  All return WEFT_ERR_RANK, _RANGE, _ALIGN, _NULL, _CONTEXT (not from a
 * handler: it might have interrupted a core that is in such an operation).
 * `was` must not be null.  Thread.
 */
#ifndef WEFT_ATOMIC_H
#define WEFT_ATOMIC_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Write `value`. */
int weft_atomic_swap(weft_rank_t rank, uint32_t word, uint32_t value,
		     uint32_t *was);

/* Write `value` if the word is `expected`: it is if *was says so. */
int weft_atomic_compare_swap(weft_rank_t rank, uint32_t word, uint32_t expected,
			     uint32_t value, uint32_t *was);

/* Write the sum, modulo 2^32. */
int weft_atomic_fetch_add(weft_rank_t rank, uint32_t word, uint32_t addend,
			  uint32_t *was);

#ifdef __cplusplus
}
#endif
#endif
