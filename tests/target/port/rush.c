/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,17,48 */
/*
 * All cores at once fetch from one core, and then all wait for one word of it.  Where they are
 * on other chips, that chip owes as many answers, and has as many words to look at
 * (tests/chips/chips.t has more cores).
 */
#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	BYTES = 192,
	ROUNDS = 3,
	WORD = BYTES, /* offset in the area */
	LATE_US = 50000, /* then the word is written */
	SOON_US = 10000000,
	TIME_OUT_US = 20000000,
};

static uint32_t area;

static bool fetches(void)
{
	static uint8_t data[BYTES];
	bool ok = true;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		tap_fill(data, BYTES, 99);
		ok &= !weft_get(data, weft_at(0, area), BYTES);
		ok &= tap_same(data, BYTES, 1);
	}
	return ok;
}

#if ARCH_REMOTE_AWAIT
static bool waits(void)
{
	struct arch_word word = {0, area + WORD, 1, 0};
	uint64_t now = arch_cycles();

	if (weft_rank() == 0) {
		word.value = 2; /* never */
		arch_await(&word, now + arch_cycles_in_us(LATE_US));
		arch_flag_write(0, area + WORD, 1);
		return true;
	}
	/* Who looks only when the time is over finds the word, too. */
	return arch_await(&word, now + arch_cycles_in_us(TIME_OUT_US)) ==
		       ARCH_OK &&
	       arch_cycles() - now < arch_cycles_in_us(SOON_US);
}
#endif

int main(void)
{
	static uint8_t data[BYTES];
	bool ok;

	tap_begin();
	if (weft_mpb_alloc(BYTES + 32, &area)) {
		return 1;
	}
	tap_fill(data, BYTES, 1);
	weft_put(weft_at(weft_rank(), area), data, BYTES);
	arch_flag_write(weft_rank(), area + WORD, 0);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = fetches();
	tap_ok(ok, "all fetch from one core");
#if ARCH_REMOTE_AWAIT
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = waits();
	tap_ok(ok, "all wait for a word of it");
#endif
	return tap_end();
}
