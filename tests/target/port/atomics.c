/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=arm-qemu,tile36-sim cores=1,2,3,8,17 time-out=60 */
/*
 * The optional atomic operations, each on a word of one core's window that all cores
 * use at once: every addition counts, every value that is swapped out was swapped in
 * once, and a compare-and-swap is done only if the word was as expected.
 */
#include <weft/weft.h>

#include "arch/atomic.h"

#include "tests/target/tap.h"

#if ARCH_SWAP && ARCH_COMPARE_SWAP && ARCH_FETCH_ADD
enum {
	TURNS = 500,
};

static uint32_t words, me, cores, home;

/* My word, set to that and seen by all. */
static void set(uint32_t value)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == home) {
		weft_flag_write(me, words, value);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static uint32_t word(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return arch_flag_read(home, words);
}

/* It wraps; who waits for the sum is woken by whoever comes last. */
static bool adds(void)
{
	uint32_t start = UINT32_MAX - TURNS / 2, before = 0, was;
	uint32_t sum = start + TURNS * cores;
	bool ok = true;

	set(start);
	for (uint32_t i = 0; i < TURNS; i++) {
		was = arch_fetch_add(home, words, 1);
		ok &= i == 0 || (int32_t)(was - before) > 0;
		before = was;
	}
	if (me == home) {
		ok &= tap_await(words, sum, ARCH_NEVER) == ARCH_OK;
	}
	return ok && word() == sum;
}

/* Sums of what goes in and of what comes out differ by what is there. */
static bool swaps(void)
{
	uint32_t in = 0, out = 0, sums[2];

	set(0);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t value = me * TURNS + i + 1;

		in += value;
		out += arch_swap(home, words, value);
	}
	sums[0] = in - out;
	weft_flag_write(home, weft_flag_at(words, 1 + me), sums[0]);
	sums[0] = sums[1] = word();
	for (uint32_t i = 0; i < cores; i++) {
		sums[1] -= arch_flag_read(home, weft_flag_at(words, 1 + i));
	}
	return sums[0] != 0 && sums[1] == 0;
}

static bool compares(void)
{
	uint32_t failed = 0;
	bool ok = true;

	set(0);
	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t seen = arch_flag_read(home, words), was;

		while ((was = arch_compare_swap(home, words, seen, seen + 1)) !=
		       seen) {
			seen = was;
			failed++;
		}
	}
	ok &= word() == TURNS * cores && (cores > 1 || failed == 0);
	/* Not what is there: nothing is written. */
	ok &= arch_compare_swap(home, words, 1, 2) == TURNS * cores;
	return ok && word() == TURNS * cores;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	home = cores - 1;
	tap_begin();
	if (weft_flags_alloc(1 + cores, &words)) {
		weft_panic("no MPB space");
	}
	tap_ok(adds(), "every addition counts");
	tap_ok(swaps(), "what is swapped in comes out once");
	tap_ok(compares(), "compared and swapped in one step");
	return tap_end();
}
#else
int main(void)
{
	tap_begin();
	tap_ok(true, "(no such operations here)");
	return tap_end();
}
#endif
