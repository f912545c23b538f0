/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A counter that only the holder of a lock may change, spread over two windows, that of
 * the first core and that of the last: who is not alone there finds that they differ.
 * The first 16 bytes of `words`, which are 32 of each core's MPB; the rest is the test's.
 */
#ifndef TESTS_TARGET_SYNC_TWO_COUNTS_H
#define TESTS_TARGET_SYNC_TWO_COUNTS_H

#include <weft/weft.h>

static uint32_t words, me, cores;

static inline void two_counts_begin(void)
{
	me = weft_rank();
	cores = weft_size();
	if (weft_mpb_alloc(32, &words)) {
		weft_panic("no MPB space");
	}
}

static inline uint32_t read(weft_rank_t rank, uint32_t word)
{
	uint32_t value;

	weft_get(&value, weft_at(rank, word), sizeof(value));
	return value;
}

static inline void write(weft_rank_t rank, uint32_t word, uint32_t value)
{
	weft_put(weft_at(rank, word), &value, sizeof(value));
}

/* Let the others go on: nobody writes that flag. */
static inline void pause_a_little(void)
{
	weft_flag_wait(words + 12, 1, 5);
}

/* So many counts, as far as the first core's half says. */
static inline uint32_t count_so_far(void)
{
	return read(0, words);
}

/* Add one at both ends; false: they differed. */
static inline bool count(void)
{
	uint32_t a = count_so_far();
	bool ok = a == read(cores - 1, words + 4);

	write(0, words, a + 1);
	write(cores - 1, words + 4, a + 1);
	return ok;
}

/* All cores: that is what they have come to. */
static inline bool counted(uint32_t n)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return count_so_far() == n && read(cores - 1, words + 4) == n;
}

#endif
