/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu cores=2,17 args=common time-out=120 */
/* weft-test: boards=mpi modes=fork,threads cores=2,17 args=common time-out=120 */
/* weft-test: boards=scc-qemu,arm-qemu,mpi,epiphany-emu cores=2,16 args=pointer time-out=120 */
/* weft-test: boards=mpi modes=fork cores=1,2,17 args=private time-out=120 */
/*
 * What a core loads and stores itself: its own MPB by a pointer, memory that all cores have
 * in common, and private memory of others.  Arguments name what this board must have.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	WORDS = 12
};

static uint32_t place, told;

static uint32_t word_of(uint32_t rank, uint32_t i)
{
	return 0x5a000000u + 1000 * rank + i;
}

static uint32_t next(void)
{
	return weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
}

static uint32_t previous(void)
{
	return (weft_rank() > 0 ? weft_rank() : weft_size()) - 1;
}

/* The neighbour's words are seen where its flag is; mine are seen by a get. */
static bool looks_in(volatile uint32_t *mine)
{
	uint32_t words[WORDS], got = 0;
	bool ok = true;

	for (uint32_t i = 0; i < WORDS; i++) {
		words[i] = word_of(weft_rank(), i);
	}
	ok = weft_put_signal(weft_at(next(), place), words, sizeof(words), told,
			     1) == WEFT_OK &&
	     weft_flag_wait(told, 1, WEFT_FOREVER) == WEFT_OK;
	for (uint32_t i = 0; i < WORDS; i++) {
		ok = ok && mine[i] == word_of(previous(), i);
	}
	mine[WORDS] = word_of(weft_rank(), WORDS);
	weft_quiet();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok &&
	       weft_get(&got, weft_at(next(), place + 4 * WORDS), 4) ==
		       WEFT_OK &&
	       got == word_of(next(), WORDS);
}

static bool pointers(bool wanted)
{
	char *at = weft_mpb_pointer(place);
	uint32_t offset = 1;
	int here = 0;

	if (!at) {
		return !wanted &&
		       weft_mpb_offset(&here, &offset) == WEFT_ERR_RANGE &&
		       offset == 1;
	}
	return weft_mpb_offset(at + 5, &offset) == WEFT_OK &&
	       offset == place + 5 &&
	       weft_mpb_offset(&here, &offset) == WEFT_ERR_RANGE &&
	       weft_mpb_offset(NULL, &offset) == WEFT_ERR_RANGE &&
	       weft_mpb_offset(at, NULL) == WEFT_ERR_NULL &&
	       offset == place + 5 && !weft_mpb_pointer(UINT32_MAX) &&
	       looks_in((volatile uint32_t *)(void *)at);
}

/* Each core's words from both ends; then what all have. */
static bool in_common(bool wanted)
{
	size_t bytes = 7, words, n = weft_size();
	volatile uint32_t *first = weft_common(&bytes), *last;
	bool ok = true;

	if (!first) {
		return !wanted && bytes == 0;
	}
	words = bytes / sizeof(*first);
	last = first + words - n;
	ok = bytes >= (size_t)1 << 20 && weft_common(NULL) == first;
	for (uint32_t i = 0; i < n; i++) {
		ok = ok && first[i] == 0 && last[i] == 0;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t turn = 1; turn <= 3; turn++) {
		first[weft_rank()] = word_of(weft_rank(), turn);
		last[weft_rank()] = word_of(weft_rank(), turn + 1);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		for (uint32_t i = 0; i < n; i++) {
			ok = ok && first[i] == word_of(i, turn) &&
			     last[i] == word_of(i, turn + 1);
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

static uint32_t cell = 7, added;
static const uint32_t constant = 0x5a5aa5a5u;
static uint32_t *piece; /* of the heap */

/* A variable of the neighbour, a piece of its heap, and a sum at core 0, by all. */
/* No board whose cores lack such an instruction lends private memory. */
static void add_there(uint32_t *to, uint32_t more)
{
#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4
	__atomic_fetch_add(to, more, __ATOMIC_SEQ_CST);
#else
	*to += more;
#endif
}

static bool private_of(bool wanted)
{
	uint32_t n = weft_size(), here = 0, *there, *heap;
	uint32_t **where = weft_private_of(next(), &piece), *sum;
	const uint32_t *same = weft_private_of(next(), &constant);

	if (!where) {
		return !wanted;
	}
	piece = malloc((weft_rank() + 1) * 4096);
	piece[1] = word_of(weft_rank(), 1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	there = weft_private_of(next(), &cell);
	heap = weft_private_of(next(), *where);
	sum = weft_private_of(0, &added);
	if (!there || !heap || !sum || heap[1] != word_of(next(), 1) || !same ||
	    *same != constant) {
		return false;
	}
	*there = word_of(weft_rank(), 2);
	heap[0] = word_of(weft_rank(), 3);
	add_there(sum, weft_rank() + 1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return cell == word_of(previous(), 2) &&
	       piece[0] == word_of(previous(), 3) &&
	       *(volatile uint32_t *)sum == n * (n + 1) / 2 &&
	       !weft_private_of(n, &cell) && !weft_private_of(0, &here);
}

int main(int argc, char **argv)
{
	const char *wanted = argc > 1 ? argv[1] : "";

	tap_begin();
	tap_ok(weft_mpb_alloc(4 * (WORDS + 1), &place) == WEFT_OK &&
		       weft_flags_alloc(1, &told) == WEFT_OK,
	       "a place and a flag");
	tap_ok(pointers(!strcmp(wanted, "pointer")),
	       "the own MPB by a pointer");
	tap_ok(in_common(!strcmp(wanted, "common")), "memory of all cores");
	tap_ok(private_of(!strcmp(wanted, "private")),
	       "private memory of others");
	return tap_end();
}
