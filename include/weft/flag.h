/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flags: words of the MPB that one core writes and another waits for.
 *
 * A flag holds an epoch, a counter that only grows and is compared modulo 2^32:
 * it has reached `value` when (int32_t)(flag - value) >= 0.  So a flag is
 * never reset, an early writer cannot be lost, and wrapping is harmless as long as
 * the two sides are less than 2^31 apart.  One flag has one writer at a time.
 *
 * A flag write is seen after all data that its writer wrote to the same core
 * before; a wait that is satisfied sees those data.
 */
#ifndef WEFT_FLAG_H
#define WEFT_FLAG_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * n flags on every core from the symmetric heap (weft/mpb.h, whose rules and errors
 * apply); flag i is at weft_flag_at(*flags, i).  How far apart they are depends on the
 * chip.  They are zero unless something has been freed before: space that is used
 * anew is as its last user left it.  Then have a barrier before this call, write 0 to
 * your own flags after it, and have another one before anybody writes to others'.
 * Free with weft_mpb_free.  Thread; weft_flag_at: any context.
 */
int weft_flags_alloc(uint32_t n, uint32_t *flags);
uint32_t weft_flag_at(uint32_t flags, uint32_t i);

/*
 * Write a flag of that core, my own included.  Visible there without
 * another call.  WEFT_ERR_RANK, _RANGE, _ALIGN.  Thread, handler.
 */
int weft_flag_write(weft_rank_t rank, uint32_t flag, uint32_t value);

/*
 * A flag's present value, on any core.  WEFT_ERR_RANK, _RANGE, _ALIGN, _NULL.
 * Thread, handler.
 */
int weft_flag_read(weft_rank_t rank, uint32_t flag, uint32_t *value);

/*
 * Wait until my own flag has reached value.  WEFT_ERR_TIMEOUT when it has not
 * within that time; the wait may be repeated.  WEFT_ERR_RANGE, _ALIGN.  Thread.
 * The core halts meanwhile where the chip can.
 */
int weft_flag_wait(uint32_t flag, uint32_t value, weft_us_t within);

/*
 * The same, and says which rank is to write the flag: if it never comes, the
 * report of who waits for whom names that core.  WEFT_ERR_RANK.
 */
int weft_flag_wait_from(weft_rank_t from, uint32_t flag, uint32_t value,
			weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
