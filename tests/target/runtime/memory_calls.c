/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=fork cores=1 args=quick */
/* weft-test: boards=scc-sim,epiphany-emu,wormhole-emu cores=1 */
/*
 * memcpy and memmove, which a port may bring: all sizes up to a few blocks and around the
 * one from which the processor's own loop is taken, between all alignments, and not a byte
 * more; memmove where the two overlap, too.  With an argument also how quick they are, beside
 * a loop of words.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	ROOM = 2200,
	SKEWS = 16,
	FEW = 150,
	LOOP = 2048,
	TRIES = 2000,
	MANY = 64, /* copies in a try */
};

typedef void *copier(void *, const void *, size_t);

/* By pointers: compilers know what these do, and do it themselves. */
static copier *volatile copy = memcpy, *volatile move = memmove;
static uint8_t *from, *to;

static bool copies(copier *how, uint32_t bytes, uint32_t skew)
{
	uint8_t *source = from + skew;
	uint8_t *target = to + SKEWS - (skew & 1 ? skew >> 1 : skew);
	bool ok;

	tap_fill(source, bytes, bytes + skew);
	target[-1] = target[bytes] = 0xee;
	ok = how(target, source, bytes) == target &&
	     tap_same(target, bytes, bytes + skew);
	return ok && target[-1] == 0xee && target[bytes] == 0xee;
}

static bool all(copier *how, uint32_t first, uint32_t last)
{
	bool ok = true;

	for (uint32_t bytes = first; bytes <= last; bytes++) {
		for (uint32_t skew = 0; skew < SKEWS; skew++) {
			ok &= copies(how, bytes, skew);
		}
	}
	return ok;
}

/* Up and down by so much, within one piece of memory. */
static bool shifts(uint32_t bytes, uint32_t by)
{
	bool ok;

	tap_fill(to, bytes, bytes + by);
	ok = move(to + by, to, bytes) == to + by &&
	     tap_same(to + by, bytes, bytes + by);
	tap_fill(to + by, bytes, bytes);
	return ok && move(to, to + by, bytes) == to &&
	       tap_same(to, bytes, bytes);
}

static bool all_shifts(uint32_t first, uint32_t last)
{
	bool ok = true;

	for (uint32_t bytes = first; bytes <= last; bytes++) {
		for (uint32_t by = 1; by < 2 * SKEWS; by++) {
			ok &= shifts(bytes, by);
		}
	}
	return ok;
}

static void *by_words(void *target, const void *source, size_t bytes)
{
	volatile uint32_t *t = target;
	const volatile uint32_t *f = source;

	for (; bytes >= sizeof(*t); bytes -= sizeof(*t)) {
		*t++ = *f++;
	}
	return target;
}

/* The least of many: whatever else the machine does, some are not disturbed. */
static uint64_t cycles_of(copier *how, uint32_t bytes)
{
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < TRIES; i++) {
		uint64_t before = weft_cycles(), took;

		for (uint32_t k = 0; k < MANY; k++) {
			how(to + 4, from, bytes);
		}
		took = weft_cycles() - before;
		least = took < least ? took : least;
	}
	return least;
}

static bool quick(copier *how, uint32_t bytes)
{
	uint64_t ours = cycles_of(how, bytes);
	uint64_t words = cycles_of(by_words, bytes);

	printf("# %u times %u bytes: %u, by words %u\n", (unsigned)MANY,
	       (unsigned)bytes, (unsigned)ours, (unsigned)words);
	return 2 * ours <= 3 * words;
}

int main(int argc, char **argv)
{
	(void)argv;
	tap_begin();
	from = tap_room(ROOM);
	to = tap_room(ROOM);
	tap_ok(all(copy, 0, FEW) & all(move, 0, FEW), "0 to %u bytes",
	       (unsigned)FEW);
	tap_ok(all(copy, LOOP - 3, LOOP + 9) & all(move, LOOP, LOOP),
	       "some %u bytes", (unsigned)LOOP);
	tap_ok(all_shifts(0, FEW) & all_shifts(LOOP - 1, LOOP + 1),
	       "memmove of what overlaps");
	if (argc > 1) {
		tap_ok(quick(copy, 24) & quick(copy, 200) & quick(copy, 512) &
			       quick(copy, LOOP) & quick(move, LOOP),
		       "at most half slower than a loop of words");
	}
	return tap_end();
}
