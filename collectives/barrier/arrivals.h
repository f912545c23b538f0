/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far all cores of the run have come, known to rank 0: each core has a word there,
 * which it writes.
 *
 * The words are counts, compared modulo 2^32; they never fall.  They are for ports where
 * rank 0 can answer all cores by one request (arch/multicast.h), so that only the way up
 * takes time.  There is one level, since a word costs rank 0 some four clocks, and a level more a
 * flag's way and the look for it, two hundred and more.
 */
#ifndef COLLECTIVES_ARRIVALS_H
#define COLLECTIVES_ARRIVALS_H

#include <stdint.h>

#include "arch/arch.h"
#include "arch/barrier.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"

/* At start: the bytes of every MPB that the words take. */
static inline uint32_t arrivals_bytes(uint32_t count)
{
	return rt_flag_bytes(count);
}

/* At start, where nobody writes them: all words, from that offset on, say `value`. */
static inline void arrivals_preset(uint32_t words, uint32_t value)
{
	rt_flags_preset(words, arch_count(), value);
}

/* By who is not rank 0: I have come so far.  Thread. */
static inline void arrivals_tell(uint32_t words, uint32_t value)
{
	arch_flag_tell(0, rt_flag(words, arch_rank()), value);
}

/*
 * By rank 0: waits until all others have come to `value`.  WEFT_OK or
 * WEFT_ERR_TIMEOUT.  Thread.
 */
int arrivals_gather(uint32_t words, uint32_t value, uint64_t deadline);

#endif
