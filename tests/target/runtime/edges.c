/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,48,64 time-out=60 */
/* weft-test: cores=3 env=WEFT_K=1 time-out=60 */
/*
 * The edges of what is the application's: the last byte is, the next is not;
 * and what the heap promises of alignment and least size, even if everything
 * that wants MPB space is linked.
 */
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

static uint32_t begin, end; /* of the heap */

/* I read back what I have written. */
static bool landed(int error)
{
	weft_quiet();
	return error == WEFT_OK;
}

static bool puts_and_gets(uint32_t rank)
{
	uint8_t byte = 0x5a, pair[2] = {0, 0};

	return weft_put(weft_at(rank, end - 1), &byte, 1) == WEFT_OK &&
	       landed(weft_put(weft_at(rank, end), &byte, 0)) &&
	       weft_put(weft_at(rank, end), &byte, 1) == WEFT_ERR_RANGE &&
	       weft_put(weft_at(rank, end - 1), pair, 2) == WEFT_ERR_RANGE &&
	       weft_put(weft_at(rank, begin - 1), &byte, 1) == WEFT_ERR_RANGE &&
	       weft_put(weft_at(rank, begin - 1), pair, 2) == WEFT_ERR_RANGE &&
	       weft_get(&byte, weft_at(rank, end - 1), 1) == WEFT_OK &&
	       weft_get(pair, weft_at(rank, end - 1), 2) == WEFT_ERR_RANGE &&
	       weft_get(&byte, weft_at(rank, begin - 1), 1) == WEFT_ERR_RANGE;
}

/* A compiler may know that these are words, for which there is a shorter way on some ports. */
static bool words(uint32_t rank)
{
	const uint32_t some[2] = {0x01020304, 0x05060708};
	uint32_t back[2] = {0, 0}, odd[2] = {0, 0};

	return landed(weft_put(weft_at(rank, end - 8), some, 8)) &&
	       weft_get(back, weft_at(rank, end - 8), 8) == WEFT_OK &&
	       landed(weft_put(weft_at(rank, end - 9), some, 8)) &&
	       weft_get(odd, weft_at(rank, end - 9), 8) == WEFT_OK &&
	       memcmp(back, some, 8) == 0 && memcmp(odd, some, 8) == 0 &&
	       weft_put(weft_at(rank, end), some, 0) == WEFT_OK &&
	       weft_put(weft_at(rank, end - 4), some, 8) == WEFT_ERR_RANGE &&
	       weft_put(weft_at(rank, end - 7), some, 8) == WEFT_ERR_RANGE &&
	       weft_put(weft_at(rank, begin - 4), some, 8) == WEFT_ERR_RANGE &&
	       weft_get(back, weft_at(rank, begin - 1), 8) == WEFT_ERR_RANGE &&
	       weft_get(back, weft_at(rank, end - 4), 8) == WEFT_ERR_RANGE &&
	       weft_get(back, weft_at(rank, begin), SIZE_MAX - 3) ==
		       WEFT_ERR_RANGE &&
	       weft_put(weft_at(weft_size(), begin), some, 8) ==
		       WEFT_ERR_RANK &&
	       weft_get(back, weft_at(weft_size(), begin), 8) ==
		       WEFT_ERR_RANK &&
	       weft_put(weft_at(rank, begin), NULL, 8) == WEFT_ERR_NULL &&
	       weft_get(NULL, weft_at(rank, begin), 8) == WEFT_ERR_NULL;
}

static bool copies(uint32_t rank)
{
	struct weft_addr last = weft_at(rank, end - 4);
	/* the first line holds the test's own flag */
	struct weft_addr first = weft_at(rank, begin + ARCH_LINE);
	uint8_t some[5] = {1, 2, 3, 4, 5};

	return landed(weft_put(first, some, sizeof(some))) &&
	       landed(weft_copy(last, first, 4)) &&
	       weft_copy(first, last, 4) == WEFT_OK &&
	       weft_copy(last, first, 5) == WEFT_ERR_RANGE &&
	       weft_copy(first, last, 5) == WEFT_ERR_RANGE;
}

static bool flags(uint32_t rank)
{
	uint32_t value;

	return weft_flag_write(rank, end - 4, 1) == WEFT_OK &&
	       weft_flag_read(rank, end - 4, &value) == WEFT_OK &&
	       weft_flag_write(rank, end, 1) == WEFT_ERR_RANGE &&
	       weft_flag_write(rank, begin - 4, 1) == WEFT_ERR_RANGE &&
	       weft_flag_read(rank, end, &value) == WEFT_ERR_RANGE &&
	       weft_flag_wait(end, 1, 0) == WEFT_ERR_RANGE &&
	       weft_flag_wait(begin - 4, 1, 0) == WEFT_ERR_RANGE &&
	       weft_flag_wait_from(weft_size(), begin, 1, 0) == WEFT_ERR_RANK;
}

static bool sizes(size_t bytes)
{
	uint32_t least = arch_window_bytes(ARCH_WINDOW_MPB) / 4;

	least = least > 40 * ARCH_LINE ? 40 * ARCH_LINE : least;
	/* one line is the test's own */
	return bytes + ARCH_LINE >= least && begin % ARCH_LINE == 0 &&
	       end == arch_window_bytes(ARCH_WINDOW_MPB);
}

/* Link it, and use it once. */
static void everything(void)
{
	struct weft_bcast_algorithm a;
	uint8_t byte = 0;

	for (uint32_t i = 0; weft_bcast_algorithm(i, &a); i++) {
		if (a.bcast(&byte, 1, 0, WEFT_FOREVER)) {
			weft_panic(a.name);
		}
	}
	weft_barrier_central(WEFT_FOREVER);
	weft_barrier_dissemination(WEFT_FOREVER);
}

int main(void)
{
	uint32_t far = weft_size() - 1;
	size_t largest;

	tap_begin();
	everything();
	/* The test's own line comes first, so the largest piece follows it. */
	weft_mpb_free_bytes(&largest);
	if (weft_mpb_alloc(largest, &begin)) {
		weft_panic("no MPB space");
	}
	end = begin + (uint32_t)largest;
	tap_ok(sizes(largest),
	       "the heap ends with the window, and is on lines");
	begin -= ARCH_LINE;
	for (uint32_t turn = 0; turn < 2; turn++) {
		const char *whose = turn ? "another's" : "own";
		/* one core alone at another's, all at their own */
		bool mine = turn == 0 || weft_rank() == 0;
		uint32_t rank = turn ? far : weft_rank();

		tap_ok(!mine || puts_and_gets(rank),
		       "put and get at both edges, %s window", whose);
		tap_ok(!mine || words(rank), "the same of words, %s", whose);
		tap_ok(!mine || copies(rank), "copy at both edges, %s", whose);
		tap_ok(!mine || flags(rank), "flags at both edges, %s", whose);
	}
	return tap_end();
}
