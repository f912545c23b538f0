/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes, of reads and writes alone here. */
#include "tests/target/port/litmus/litmus.h"
#include "tests/target/tap.h"

#include <string.h>

enum {
	PAUSE = 1500, /* cycles, at most */
};

uint32_t torn_atoms;

static void pause(void)
{
	tap_delay(tap_below(tap_own_random(), PAUSE));
}

static void no_acquire(void)
{
}

static void by_flag_read(void)
{
	(void)arch_flag_read(READER, flags);
}

/*
 * Rules a, b: data, then a flag; e: who has seen the flag, and then has made an
 * acquire, sees the data.
 */
static bool pass_message(uint32_t n, void (*acquire)(void))
{
	bool seen;

	if (arch_rank() == WRITER) {
		put_word(READER, n);
		arch_flag_write(READER, flags, n);
	}
	if (arch_rank() != READER) {
		return false;
	}
	if (n & 1) {
		(void)get_word(READER, area); /* a copy, perhaps of the old */
	}
	pause();
	seen = get_word(READER, flags) == n;
	acquire();
	return seen && get_word(READER, area) != n;
}

static bool message_passing(uint32_t n, bool with)
{
	return pass_message(n, with ? arch_acquire : no_acquire);
}

static bool flag_as_acquire(uint32_t n, bool with)
{
	return pass_message(n, with ? by_flag_read : no_acquire);
}

/* Rule d: data to one core, then a flag to another. */
static bool two_targets(uint32_t n, bool with)
{
	if (arch_rank() == WRITER) {
		put_word(third(), n);
		if (with) {
			arch_quiet();
		}
		arch_flag_write(READER, flags, n);
	}
	if (arch_rank() != READER) {
		return false;
	}
	(void)tap_await(flags, n, ARCH_NEVER);
	return get_word(third(), area) != n;
}

/* Rule g: both write, then read what the other writes. */
static bool then_read(uint32_t n, bool settle)
{
	uint32_t me = arch_rank(), saw;

	if (settle) {
		arch_settle(me);
	}
	saw = get_word(me ^ 1, area);
	if (me == WRITER) {
		arch_flag_write(READER, flags, n << 1 | (saw == n));
		return false;
	}
	(void)tap_await(flags, n << 1, ARCH_NEVER);
	return saw != n && arch_flag_read(me, flags) == n << 1;
}

static bool store_buffering(uint32_t n, bool with)
{
	if (arch_rank() > READER) {
		return false;
	}
	put_word(arch_rank(), n);
	return then_read(n, with);
}

/* The same, where another target is settled before: that does not count. */
static bool settled_elsewhere(uint32_t n, bool with)
{
	if (arch_rank() > READER) {
		return false;
	}
	put_word(arch_rank(), n);
	arch_settle(arch_rank() ^ 1);
	return then_read(n, with);
}

/* Rule g on one core: what it has written, it reads. */
static bool own_write(uint32_t n, bool with)
{
	if (arch_rank() != READER) {
		return false;
	}
	put_word(third(), n);
	if (with) {
		arch_settle(third());
	}
	return get_word(third(), area) != n;
}

/* The data of a get are there on return: a write after it is not before it. */
static bool load_buffering(uint32_t n, bool with)
{
	uint32_t me = arch_rank(), saw;

	(void)with;
	if (me > READER) {
		return false;
	}
	pause();
	saw = get_word(me, area);
	put_word(me ^ 1, n);
	arch_quiet();
	if (me == WRITER) {
		arch_flag_write(READER, flags, n << 1 | (saw == n));
		return false;
	}
	(void)tap_await(flags, n << 1, ARCH_NEVER);
	return saw == n && arch_flag_read(me, flags) == (n << 1 | 1);
}

/* A copy of several atoms is whole for who waits for the flag after it. */
static bool torn_copy(uint32_t n, bool with)
{
	uint32_t words[WORDS];
	bool torn = false;

	if (arch_rank() == WRITER) {
		for (uint32_t i = 0; i < WORDS; i++) {
			words[i] = n;
		}
		arch_put(READER, ARCH_WINDOW_MPB, area, words, BYTES);
		arch_flag_write(READER, flags, n);
	}
	if (arch_rank() != READER) {
		return false;
	}
	pause();
	if (with) {
		(void)tap_await(flags, n, ARCH_NEVER);
	}
	arch_get(words, READER, ARCH_WINDOW_MPB, area, BYTES);
	for (uint32_t i = 1; i < WORDS; i++) {
		torn |= words[i] != words[0];
		torn_atoms += words[i] != words[i - 1] && i % (ARCH_ATOM / 4);
	}
	return torn;
}

/* An aligned word of a window, mine or not, is whole wherever its other end lies. */
static bool torn_word(uint32_t n, bool with)
{
	static uint8_t room[3 + BYTES];
	uint8_t *odd = room + (n & 3);
	uint32_t words[WORDS], whose = n & 4 ? WRITER : READER;
	bool torn = false;

	(void)with;
	memset(odd, (int)n, BYTES);
	if (arch_rank() == WRITER) {
		arch_put(whose, ARCH_WINDOW_MPB, area, odd, BYTES);
	}
	if (arch_rank() != READER) {
		return false;
	}
	pause();
	arch_get(odd, whose, ARCH_WINDOW_MPB, area, BYTES);
	memcpy(words, odd, BYTES);
	for (uint32_t i = 0; i < WORDS; i++) {
		torn |= words[i] != (words[i] & 0xff) * 0x01010101u;
	}
	return torn;
}

/* Rule a is of calls: the lines of one call land in any order. */
static bool order_of_calls(uint32_t n, bool with)
{
	uint32_t words[WORDS];

	if (arch_rank() == WRITER) {
		for (uint32_t i = 0; i < WORDS; i++) {
			words[i] = n;
		}
		if (with) {
			put_word(READER, n);
		}
		arch_put(READER, ARCH_WINDOW_MPB, area, words, BYTES);
		arch_quiet();
	}
	if (arch_rank() != READER) {
		return false;
	}
	pause();
	return arch_flag_read(READER, area + BYTES - 4) == n &&
	       get_word(READER, area) != n;
}

const struct shape shapes[] = {
	{"message passing", "arch_acquire", message_passing},
	{"message passing, by a flag", "arch_flag_read", flag_as_acquire},
	{"write to two targets, then flag", "arch_quiet", two_targets},
	{"store buffering", "arch_settle", store_buffering},
	{"store buffering, another target settled", "arch_settle",
	 settled_elsewhere},
	{"reading one's own write", "arch_settle", own_write},
	{"load buffering", NULL, load_buffering},
	{"flag, then interrupt", "arch_flag_write", flag_then_interrupt},
	{"flag elsewhere, then interrupt", "arch_quiet", flag_elsewhere},
	{"lock hand-over", "arch_quiet", lock_hand_over},
	{"order of calls", "arch_put", order_of_calls},
	{"torn copy", "arch_await", torn_copy},
	{"torn word", NULL, torn_word},
	{0},
};
