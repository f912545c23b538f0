/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3,17 seeds=2 time-out=120 */
/*
 * An aligned word of a window is whole (ARCH_ATOM) in whatever copy it is: short and long
 * ones, between addresses that are aligned differently, into and out of another core's
 * window and between two.  One core copies, another looks at words, or writes them,
 * meanwhile: those that begin where a port may cut a copy in pieces.
 */
#include "arch/annotate.h"
#include "arch/arch.h"

#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	COPIER,
	OTHER,
	WATCHER,
	MOST = 20000,
	LEAST = 700,
	PIECE = 64,
	SHORT = 60,
	ROUNDS = 40,
};

static uint32_t area, flag, bytes, turn;
static uint8_t *data;

static bool torn(uint32_t word)
{
	return word != (word & 0xff) * 0x01010101u;
}

/* Words within n bytes that are looked at: all of few, of more those around pieces' ends. */
static uint32_t next(uint32_t at, uint32_t n)
{
	uint32_t first = n > PIECE ? PIECE - 4 : 4;
	uint32_t step = n > PIECE && (at & (PIECE - 1)) == 0 ? PIECE - 4 : 4;

	return at > 0 && at + step + 8 <= n ? at + step : first;
}

/* Until the copier is done. */
static bool watch(uint32_t whose, uint32_t n)
{
	uint32_t seen = 0, at = 0;

	while (arch_flag_read(WATCHER, flag) != turn) {
		at = next(at, n);
		seen += torn(arch_flag_read(whose, area + at));
	}
	return seen == 0;
}

static void done(uint32_t by)
{
	arch_quiet();
	arch_flag_write(by, flag, turn);
}

/* All of its bytes are alike, and of another value than before. */
static void put(uint32_t n, uint32_t skew)
{
	for (uint32_t i = 0; i < ROUNDS; i++) {
		memset(data, (int)i, n + 3);
		arch_put(OTHER, ARCH_WINDOW_MPB, area + 1 + (i & 1),
			 data + ((i + skew) & 3), n - 3);
	}
	done(WATCHER);
}

static bool puts(uint32_t n, uint32_t skew)
{
	turn++;
	if (arch_rank() == COPIER) {
		put(n, skew);
	}
	return arch_rank() != WATCHER || watch(OTHER, n);
}

/* The other core writes words into its window meanwhile. */
static bool get(uint32_t n, uint32_t skew)
{
	uint32_t seen = 0, word;

	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint8_t *to = data + ((i + skew) & 3);

		arch_get(to, OTHER, ARCH_WINDOW_MPB, area + 1, n - 1);
		for (uint32_t at = next(0, n), last = 0; at > last;
		     last = at, at = next(at, n)) {
			memcpy(&word, to + at - 1, sizeof(word));
			seen += torn(word);
		}
	}
	done(OTHER);
	return seen == 0;
}

static bool gets(uint32_t n, uint32_t skew)
{
	uint32_t me = arch_rank();

	turn++;
	if (me == COPIER) {
		return get(n, skew);
	}
	for (uint32_t i = 0, at = 0; me == OTHER; i++) {
		at = next(at, n);
		arch_flag_write(me, area + at, (i & 0xff) * 0x01010101u);
		if (arch_flag_read(me, flag) == turn) {
			break;
		}
	}
	return true;
}

/* From the other core's window, whose halves differ, to the copier's. */
static bool copies(uint32_t n, uint32_t skew)
{
	uint32_t half = bytes / 2 & ~15u;

	turn++;
	if (arch_rank() == OTHER) {
		memset(data, 0x11, half);
		arch_put(OTHER, ARCH_WINDOW_MPB, area, data, half);
		memset(data, 0x22, half);
		arch_put(OTHER, ARCH_WINDOW_MPB, area + half, data, half);
		arch_quiet();
	}
	if (arch_rank() == COPIER) {
		memset(data, 0x33, bytes);
		arch_put(COPIER, ARCH_WINDOW_MPB, area, data, bytes);
	}
	weft_barrier_tree(WEFT_FOREVER);
	for (uint32_t i = 0; arch_rank() == COPIER && i < ROUNDS; i++) {
		uint32_t from = area + 1 + (i & 1 ? half : 0) + (skew & 1);

		arch_copy((struct arch_addr){COPIER, ARCH_WINDOW_MPB, area},
			  (struct arch_addr){OTHER, ARCH_WINDOW_MPB, from},
			  n < half ? n - 3 : half - 3);
	}
	if (arch_rank() == COPIER) {
		done(WATCHER);
	}
	return arch_rank() != WATCHER || watch(COPIER, n < half ? n : half);
}

static bool all(bool (*way)(uint32_t n, uint32_t skew))
{
	bool ok = true;

	for (uint32_t skew = 0; skew < 4; skew++) {
		weft_barrier_tree(WEFT_FOREVER);
		ok &= way(SHORT, skew);
		weft_barrier_tree(WEFT_FOREVER);
		ok &= way(bytes, skew);
	}
	weft_barrier_tree(WEFT_FOREVER);
	return ok;
}

int main(void)
{
	tap_begin();
	for (bytes = MOST; weft_mpb_alloc(bytes, &area) != WEFT_OK;) {
		bytes = bytes > LEAST ? bytes >> 1 : 0;
		if (bytes == 0) {
			weft_panic("no MPB space");
		}
	}
	data = tap_room(bytes + 8);
	if (weft_flags_alloc(1, &flag)) {
		weft_panic("no MPB space for a flag");
	}
	memset(data, 0, bytes);
	arch_put(arch_rank(), ARCH_WINDOW_MPB, area, data, bytes);
	weft_barrier_tree(WEFT_FOREVER);
	arch_annotate_optimistic_begin();
	tap_ok(all(puts), "puts");
	tap_ok(all(gets), "gets");
	tap_ok(all(copies), "copies between windows");
	return tap_end();
}
