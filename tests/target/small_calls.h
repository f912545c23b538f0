/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small call of each started collective, of all cores, for programs that stop cores or play
 * all orders.  Calls have a number, which is in what they move; root: the number's.
 */
#ifndef TESTS_TARGET_SMALL_CALLS_H
#define TESTS_TARGET_SMALL_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/long_way.h"
#include "tests/target/tap.h"

enum {
	SMALL_CORES = 17,  /* at most */
	SMALL_WORDS = 160, /* of a block at most */
	SMALL_LINE = 2,    /* words of what goes with a flag */
};

static uint32_t *small_from, *small_to;
static struct weft_team *small_team = WEFT_WORLD; /* or another of all */
static uint32_t small_n = 1;                      /* words of a block */
static size_t small_counts[SMALL_CORES];

/* Buffers; also the bytes of each. */
static size_t small_room(void)
{
	size_t bytes = weft_size() * SMALL_WORDS * sizeof(*small_to);

	if (!small_from) {
		small_from = tap_room(bytes);
		small_to = tap_room(bytes);
	}
	return bytes;
}

static uint32_t small_root(uint32_t n)
{
	return n % weft_team_size(small_team);
}

/* Word i of what a rank gives to another one in call n. */
static uint32_t small_word(uint32_t n, uint32_t from, uint32_t to, uint32_t i)
{
	return n << 24 | from << 16 | to << 8 | (i & 0xff);
}

/* What the ranks before `end` give to `to`. */
static uint32_t small_sum(uint32_t n, uint32_t end, uint32_t to, uint32_t i)
{
	uint32_t sum = 0;

	for (uint32_t rank = 0; rank < end; rank++) {
		sum += small_word(n, rank, to, i);
	}
	return sum;
}

/* Words for each rank, or for one; all others get 0. */
static void small_give(uint32_t n, uint32_t *at)
{
	memset(small_to, 0, small_room());
	for (uint32_t to = 0; to < weft_team_size(small_team); to++) {
		for (uint32_t i = 0; i < small_n; i++) {
			at[to * small_n + i] = small_word(
				n, weft_team_rank(small_team), to, i);
		}
	}
}

/* Are they what that function says, in `blocks` blocks? */
typedef uint32_t small_expected(uint32_t n, uint32_t block, uint32_t i);

static bool small_are(uint32_t n, uint32_t blocks, uint32_t words,
		      small_expected *expected)
{
	for (uint32_t b = 0; b < blocks; b++) {
		for (uint32_t i = 0; i < words; i++) {
			if (small_to[b * words + i] != expected(n, b, i)) {
				return false;
			}
		}
	}
	return true;
}

static uint32_t small_all(uint32_t n, uint32_t block, uint32_t i)
{
	(void)block;
	return small_sum(n, weft_team_size(small_team), 0, i);
}

static uint32_t small_up_to_me(uint32_t n, uint32_t block, uint32_t i)
{
	(void)block;
	return small_sum(n, weft_team_rank(small_team) + 1, 0, i);
}

static uint32_t small_mine(uint32_t n, uint32_t block, uint32_t i)
{
	(void)block;
	return small_sum(n, weft_team_size(small_team),
			 weft_team_rank(small_team), i);
}

static uint32_t small_of_root(uint32_t n, uint32_t block, uint32_t i)
{
	(void)block;
	return small_word(n, small_root(n), 0, i);
}

static uint32_t small_for_me(uint32_t n, uint32_t block, uint32_t i)
{
	(void)block;
	return small_word(n, small_root(n), weft_team_rank(small_team), i);
}

static uint32_t small_of_each(uint32_t n, uint32_t block, uint32_t i)
{
	return small_word(n, block, 0, i);
}

static uint32_t small_to_me(uint32_t n, uint32_t block, uint32_t i)
{
	return small_word(n, block, weft_team_rank(small_team), i);
}

enum small_what {
	SMALL_BARRIER,
	SMALL_BCAST,
	SMALL_ALLREDUCE,
	SMALL_SCAN,
	SMALL_GATHER,
	SMALL_SCATTER,
	SMALL_ALLGATHER,
	SMALL_ALLTOALL,
	SMALL_IN_PLACE, /* all-to-all */
	SMALL_BCAST_LONG,
	SMALL_REDUCE_LONG,
	SMALL_ALLREDUCE_LONG,
	SMALL_SCAN_LONG,
	SMALL_REDUCE_SCATTER,
	SMALL_WHATS,
};

static const char *const small_names[] = {
	"barrier_start",    "bcast_start",          "allreduce_start",
	"scan_start",       "gather_start",         "scatter_start",
	"allgather_start",  "alltoall_start",       "alltoall_in_place",
	"bcast_long_start", "reduce_long_start",    "allreduce_long_start",
	"scan_long_start",  "reduce_scatter_start",
};

static void small_prepare(uint32_t n, enum small_what what)
{
	size_t bytes = small_room();
	bool in_to = what == SMALL_IN_PLACE ||
		     ((what == SMALL_BCAST || what == SMALL_BCAST_LONG) &&
		      small_root(n) == weft_team_rank(small_team));

	small_give(n, small_from);
	if (in_to) {
		memcpy(small_to, small_from, bytes);
	}
	for (uint32_t i = 0; i < weft_team_size(small_team); i++) {
		small_counts[i] = small_n;
	}
}

static int small_start(uint32_t n, enum small_what what, struct weft_request *r)
{
	struct weft_team *all = small_team;
	const struct weft_op *add = &weft_sum_uint32;
	uint32_t root = small_root(n), *from, *to;
	size_t bytes = small_n * sizeof(*from);

	small_prepare(n, what);
	from = small_from;
	to = small_to;
	switch (what) {
	case SMALL_BARRIER:
		return weft_barrier_start(all, r);
	case SMALL_BCAST:
		return weft_bcast_start(to, SMALL_LINE * sizeof(*to), root, all,
					r);
	case SMALL_ALLREDUCE:
		return weft_allreduce_start(from, to, 1, add, all, r);
	case SMALL_SCAN:
		return weft_scan_start(from, to, 1, add, all, r);
	case SMALL_GATHER:
		return weft_gather_start(from, to, bytes, root, all, r);
	case SMALL_SCATTER:
		return weft_scatter_start(from, to, bytes, root, all, r);
	case SMALL_ALLGATHER:
		return weft_allgather_start(from, to, bytes, all, r);
	case SMALL_ALLTOALL:
		return weft_alltoall_start(from, to, bytes, all, r);
	case SMALL_IN_PLACE:
		return weft_alltoall_start(WEFT_IN_PLACE, to, bytes, all, r);
	case SMALL_BCAST_LONG:
		return long_bcast_start(to, bytes, root, all, r);
	case SMALL_REDUCE_LONG:
		return long_reduce_start(from, to, small_n, add, root, all, r);
	case SMALL_ALLREDUCE_LONG:
		return long_start(LONG_ALLREDUCE, from, to, small_n, add, all,
				  r);
	case SMALL_SCAN_LONG:
		return long_start(LONG_SCAN, from, to, small_n, add, all, r);
	default:
		return weft_reduce_scatter_start(from, to, 0, small_counts, add,
						 all, r);
	}
}

static bool small_right(uint32_t n, enum small_what what)
{
	bool root = small_root(n) == weft_team_rank(small_team);
	uint32_t cores = weft_team_size(small_team), words = small_n;

	switch (what) {
	case SMALL_BARRIER:
		return true;
	case SMALL_BCAST:
		words = words < SMALL_LINE ? words : SMALL_LINE;
		return small_are(n, 1, words, small_of_root);
	case SMALL_ALLREDUCE:
		return small_are(n, 1, 1, small_all);
	case SMALL_SCAN:
		return small_are(n, 1, 1, small_up_to_me);
	case SMALL_GATHER:
		return !root || small_are(n, cores, words, small_of_each);
	case SMALL_SCATTER:
		return small_are(n, 1, words, small_for_me);
	case SMALL_ALLGATHER:
		return small_are(n, cores, words, small_of_each);
	case SMALL_ALLTOALL:
	case SMALL_IN_PLACE:
		return small_are(n, cores, words, small_to_me);
	case SMALL_BCAST_LONG:
		return small_are(n, 1, words, small_of_root);
	case SMALL_REDUCE_LONG:
		return !root || small_are(n, 1, words, small_all);
	case SMALL_ALLREDUCE_LONG:
		return small_are(n, 1, words, small_all);
	case SMALL_SCAN_LONG:
		return small_are(n, 1, words, small_up_to_me);
	default:
		return small_are(n, 1, words, small_mine);
	}
}

#endif
