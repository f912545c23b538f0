/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=wormhole-emu cores=1,2,3,17,80 seeds=2 time-out=120 */
/* weft-test: boards=wormhole-emu,blackhole-emu cores=3,17 modes=reordered o=delay=3000
   time-out=120 */
/* weft-test: boards=blackhole-emu cores=1,2,3,17,140 seeds=2 time-out=120 full=1 */
/*
 * One write to many windows (arch/multicast.h): who gets it and who does not, for ranges
 * with and without the sender, of every alignment and length; words come whole, and
 * after all data before them; arch_quiet covers all; one multicaster follows another.
 */
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/multicast.h"

#include "tests/target/tap.h"

#if ARCH_MULTICAST
enum {
	AREA = 20000, /* more than a packet of either chip */
	TURNS = 12,
	LINE_WORDS = ARCH_LINE / 4,
};

static uint32_t area, words, me, cores;
static uint8_t data[AREA + ARCH_LINE] __attribute__((aligned(16)));
static uint8_t got[AREA] __attribute__((aligned(16)));
static uint8_t want[AREA] __attribute__((aligned(16)));

struct cast {
	uint32_t from, first, n, offset, skew, bytes, key;
};

static struct cast any_cast(uint32_t turn)
{
	struct cast c = {.key = turn};
	uint32_t r = tap_random();

	c.from = tap_below(r, cores);
	c.first = tap_below(tap_random(), cores);
	c.n = tap_below(tap_random(), cores - c.first + 1);
	if (turn & 1) {
		c.first = 0;
		c.n = cores;
	}
	c.offset = tap_below(tap_random(), 40);
	c.skew = turn & 2 ? c.offset % ARCH_LINE
			  : tap_below(tap_random(), ARCH_LINE);
	c.bytes = turn % 5 == 0 ? AREA - c.offset
				: 1 + tap_below(tap_random(), 1500);
	return c;
}

static bool is_target(const struct cast *c)
{
	return me != c->from && me - c->first < c->n;
}

/* What must be in my area then. */
static void expect(const struct cast *c)
{
	if (is_target(c)) {
		tap_fill(want + c->offset, c->bytes, c->key);
	}
}

static bool area_is(void)
{
	weft_get(got, weft_at(me, area), AREA);
	return memcmp(got, want, AREA) == 0;
}

/* Each from another core: the barriers between are their protocol. */
static bool ranges(void)
{
	bool ok = true;

	for (uint32_t turn = 0; turn < TURNS; turn++) {
		struct cast c = any_cast(turn);

		if (me == c.from) {
			tap_fill(data + c.skew, c.bytes, c.key);
			arch_multicast(c.first, c.n, area + c.offset,
				       data + c.skew, c.bytes);
			tap_fill(data + c.skew, c.bytes, c.key + 99);
		}
		expect(&c);
		weft_barrier_dissemination(WEFT_FOREVER);
		ok &= area_is();
		weft_barrier_dissemination(WEFT_FOREVER);
	}
	return ok;
}

/* Who sees the word sees the data, without a call of the sender's between. */
static bool words_follow(void)
{
	uint32_t last = cores - 1, line[LINE_WORDS];
	bool ok = true;

	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		uint32_t bytes = turn & 1 ? 10000 : 100 + turn;

		tap_fill(data, bytes, turn);
		if (me == last) {
			for (uint32_t i = 0; i < LINE_WORDS; i++) {
				line[i] = turn;
			}
			arch_multicast(0, cores, area, data, bytes / 2);
			arch_multicast(0, cores, area + bytes / 2,
				       data + bytes / 2, bytes - bytes / 2);
			arch_multicast_words(0, cores, words, line, LINE_WORDS);
			arch_multicast_words(0, cores, words + ARCH_LINE, line,
					     1);
		} else {
			tap_await(words + ARCH_LINE, turn, ARCH_NEVER);
			arch_flags_read(line, me, words, LINE_WORDS);
			for (uint32_t i = 0; i < LINE_WORDS; i++) {
				ok &= line[i] == turn;
			}
			weft_get(got, weft_at(me, area), bytes);
			ok &= tap_same(got, bytes, turn);
		}
		weft_barrier_dissemination(WEFT_FOREVER);
	}
	return ok;
}

static uint32_t turn_back(uint32_t i)
{
	return i == 0 ? LINE_WORDS - 1 : i - 1;
}

/* Words in one line are seen at once. */
static bool whole(void)
{
	uint32_t line[LINE_WORDS], seen = 0;
	bool ok = true;

	weft_barrier_dissemination(WEFT_FOREVER);
	for (uint32_t turn = 1; me == 0 && turn <= 200; turn++) {
		for (uint32_t i = 0; i < LINE_WORDS; i++) {
			line[i] = TURNS + turn;
		}
		arch_multicast_words(0, cores, words, line, LINE_WORDS);
	}
	/* Each word is read after the one before, so it is not older. */
	for (uint32_t i = turn_back(0); me != 0 && seen != TURNS + 200;
	     i = turn_back(i)) {
		uint32_t value = arch_flag_read(me, words + 4 * i);

		ok &= (int32_t)(value - seen) >= 0;
		seen = value;
	}
	weft_barrier_dissemination(WEFT_FOREVER);
	return ok;
}

/* Multicasts between puts and flags of my own to one core: in the order of the calls. */
static bool mixed(void)
{
	bool ok = true;

	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		uint32_t mark = 0x1000 + turn;

		if (me == 0) {
			tap_fill(got, 3000, turn + 6);
			tap_fill(data, 3000, turn + 7);
			arch_put(cores - 1, ARCH_WINDOW_MPB, area, got, 3000);
			arch_multicast(0, cores, area, data, 3000);
			arch_flag_write(cores - 1, words, mark);
			arch_multicast_words(0, cores, words + ARCH_LINE, &mark,
					     1);
			arch_quiet();
			ok &= arch_flag_read(cores - 1,
					     words + (cores > 1 ? ARCH_LINE
								: 0)) == mark;
		} else if (me == cores - 1) {
			tap_await(words, mark, ARCH_NEVER);
			weft_get(got, weft_at(me, area), 3000);
			ok &= tap_same(got, 3000, turn + 7);
		}
		weft_barrier_dissemination(WEFT_FOREVER);
	}
	return ok;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	tap_begin();
	if (weft_mpb_alloc(AREA, &area) ||
	    weft_mpb_alloc(2 * ARCH_LINE, &words)) {
		weft_panic("no MPB space");
	}
	tap_ok(ranges(), "a range has it, and nobody else");
	tap_ok(words_follow(), "words follow data");
	tap_ok(whole(), "words of a line come at once");
	tap_ok(mixed(), "in order with other writes");
	return tap_end();
}
#else
int main(void)
{
	tap_begin();
	tap_ok(true, "(the chip's network has no multicast, or the port none)");
	return tap_end();
}
#endif
