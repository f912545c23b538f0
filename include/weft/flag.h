/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flags: words of the MPB that one core writes and another waits for.  The header also has
 * atomic operations, for words that several cores write.
 *
 * A flag holds an epoch: a counter that only grows and is compared modulo
 * 2^32.  It has reached `value` when (int32_t)(flag - value) >= 0.  So flags
 * are never reset, a write that comes before the other core waits is not lost,
 * and a counter may wrap as long as the two sides are less than 2^31 apart.
 * Of two values that are 2^31 apart neither has reached the other: so a flag that holds
 * one or the other, and no third, can be set, and reset, and waited for either way.
 * Only one core at a time may write a flag.
 *
 * Order: a flag write is seen after all data that its writer has put to that
 * core before.  A core whose wait for a flag has succeeded sees those data.
 */
#ifndef WEFT_FLAG_H
#define WEFT_FLAG_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * weft_flags_alloc allocates n flags on every core from the symmetric heap,
 * whose rules and errors apply (weft/mpb.h); weft_mpb_free frees them.  Flag i
 * is at weft_flag_at(*flags, i), since the chip decides how far apart flags
 * are.  The flags are zero, unless something has been freed before: space that
 * is used again is as its last user left it.  In that case have a barrier
 * before this call, write 0 to this core's flags after it, and have another
 * barrier before any core writes to another's.  Thread; weft_flag_at: any
 * context.
 */
int weft_flags_alloc(uint32_t n, uint32_t *flags);
uint32_t weft_flag_at(uint32_t flags, uint32_t i);

/*
 * Writes a flag of any core, this one included.  The write becomes visible
 * there without another call.  Errors:  WEFT_ERR_RANK, _RANGE, _ALIGN.  Thread,
 * handler.  Cost: one write to a window.
 */
WEFT_REGISTERS int weft_flag_write(weft_rank_t rank, uint32_t flag,
				   uint32_t value);

/*
 * Reads the present value of a flag of any core; this is an acquire, as a wait
 * is.  Errors:  WEFT_ERR_RANK, _RANGE, _ALIGN, _NULL.  Thread, handler.  Cost:
 * one read of a window.
 */
WEFT_REGISTERS int weft_flag_read(weft_rank_t rank, uint32_t flag,
				  uint32_t *value);

/*
 * Waits until a flag of this core has reached `value`.  Errors:
 * WEFT_ERR_TIMEOUT if it has not within that time, after which the wait may be
 * repeated; WEFT_ERR_RANGE, _ALIGN.  Thread.  Where the chip can, the core
 * halts meanwhile.  With 0 microseconds it only looks; if in vain it lets others run, and
 * this core's handlers where nothing interrupts it.  weft_flag_read does not: a loop of
 * it, or of weft_get, needs such a call within.
 */
WEFT_REGISTERS int weft_flag_wait(uint32_t flag, uint32_t value,
				  weft_us_t within);

/*
 * As weft_flag_wait; the caller also says which core is to write the flag.  If
 * the write never comes, the report of who waits for whom names that core.
 * Also WEFT_ERR_RANK.  Thread.
 */
WEFT_REGISTERS int weft_flag_wait_from(weft_rank_t from, uint32_t flag,
				       uint32_t value, weft_us_t within);

/*
 * Atomic operations ----------------------------------------------------------
 *
 * Each operation reads a word of the MPB and writes it, in one step: no other core's
 * atomic operation comes between.  It returns in *was the value from before.
 *
 *   weft_atomic_swap          writes `value`
 *   weft_atomic_compare_swap  writes `value` if the word is `expected`; so it was written
 *                             if *was is `expected`
 *   weft_atomic_fetch_add     writes the sum of the word and `addend`, modulo 2^32
 *
 * Some chips have such operations.  On any other chip the caller takes the test-and-set
 * register of the word's core, reads the word, writes it and frees the register.  That is
 * four accesses in place of one.  A program sees no other difference.
 *
 * While another core may change a word by these, write it by nothing else, such as
 * weft_flag_write or weft_put.  A core may wait for such a word by weft_flag_wait, and
 * each operation wakes it.
 *
 * Order: a core that sees the new value also sees all that this core wrote to the word's
 * core before.  After the operation, this core sees all that the word's last writer had
 * written there.  Writes to other cores need weft_quiet before it.
 *
 * Arguments are as weft_flag_write's: `word` is a word of the symmetric heap (weft/mpb.h)
 * at core `rank`.  Errors:  WEFT_ERR_RANK, _RANGE, _ALIGN; WEFT_ERR_NULL for `was`;
 * WEFT_ERR_CONTEXT in a handler, since it might have interrupted such an operation of its
 * core.  Thread.
 */
WEFT_REGISTERS int weft_atomic_swap(weft_rank_t rank, uint32_t word,
				    uint32_t value, uint32_t *was);
WEFT_REGISTERS int weft_atomic_compare_swap(weft_rank_t rank, uint32_t word,
					    uint32_t expected, uint32_t value,
					    uint32_t *was);
WEFT_REGISTERS int weft_atomic_fetch_add(weft_rank_t rank, uint32_t word,
					 uint32_t addend, uint32_t *was);

#ifdef __cplusplus
}
#endif
#endif
