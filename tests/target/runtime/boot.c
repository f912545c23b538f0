/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48,64 always=1,48 time-out=60 */
/* weft-test: cores=17,48 env=WEFT_EPOCH=0xfffffff0 time-out=60 */
/* weft-test: boards=arm-qemu cores=1-48,64,123 full=1 time-out=120 */
/* weft-test: boards=arm-qemu cores=1-8 o=gic=2 full=1 time-out=120 */
/*
 * The start: main begins on no core before all have arrived, with clean
 * windows, and what the first core sends at once is there for the last.
 *
 * The argument is how many microseconds some core comes late, where the
 * vehicle can do that and all cores have one clock (tests/museum.t).
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/annotate.h"

#include "tests/target/tap.h"

enum {
	WORDS = 128
};

static uint32_t area, flags;

static bool clean(void)
{
	uint32_t words[WORDS], all = 0;

	weft_get(words, weft_at(weft_rank(), area), sizeof(words));
	for (uint32_t i = 0; i < WORDS; i++) {
		all |= words[i];
	}
	return all == 0;
}

/* Sent before anything else, and never again. */
static bool first_words(uint32_t slot)
{
	uint32_t me = weft_rank(), cores = weft_size(), word;
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	uint32_t before = me > 0 ? me - 1 : cores - 1;

	word = 0xabcd0000u | me;
	return weft_put_signal(weft_at(next, slot), &word, sizeof(word), flags,
			       1) == WEFT_OK &&
	       weft_flag_wait(flags, 1, WEFT_FOREVER) == WEFT_OK &&
	       weft_get(&word, weft_at(me, slot), sizeof(word)) == WEFT_OK &&
	       word == (0xabcd0000u | before);
}

int main(int argc, char **argv)
{
	uint64_t began = weft_cycles();
	uint32_t late = argc > 1 ? (uint32_t)atoi(argv[1]) : 0, slot;
	bool ok;

	/* Before tap_begin, whose checks are barriers. */
	if (weft_flags_alloc(1, &flags) || weft_mpb_alloc(4, &slot) ||
	    weft_mpb_alloc(WORDS * 4, &area)) {
		weft_panic("no MPB space");
	}
	ok = first_words(slot);
	tap_begin();
	tap_ok(ok, "what is sent at once arrives");
	tap_ok(clean(), "the heap reads zero");
	tap_ok(began >= weft_cycles_in_us(late), "nobody begins before all");
	return tap_end();
}
