/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=120 */
/* weft-test: cores=2,3 boards=scc-sim modes=relaxed args=show seeds=2 */
/* weft-test: boards=arm-qemu cores=123 full=1 time-out=120 */
/*
 * The ordering rules of arch/arch.h as litmus tests.
 *
 * Each shape is a few lines on two or three cores with an outcome that one call
 * forbids.  It is run many times with that call, when the outcome must never
 * show, and as often without, which differs by nothing else.  With the argument
 * "show" the outcome must then be seen: the vehicle is one that does all that the
 * contract allows.  Elsewhere how often it was seen is only printed.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	ROUNDS = 150,
	LINES = 4,
	BYTES = LINES * ARCH_LINE,
	WORDS = BYTES / 4,
	PAUSE = 1500, /* cycles, at most */
};

enum who {
	WRITER,
	READER, /* sees the outcome */
};

static uint32_t area, flags;
static uint32_t torn_atoms;

/* A core that is not the reader. */
static uint32_t third(void)
{
	return arch_count() > 2 ? arch_count() - 1 : WRITER;
}

static void put_word(uint32_t rank, uint32_t value)
{
	arch_put(rank, ARCH_WINDOW_MPB, area, &value, sizeof(value));
}

static uint32_t get_word(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	arch_get(&value, rank, ARCH_WINDOW_MPB, offset, sizeof(value));
	return value;
}

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

/* Rule c: the interrupt follows a flag, and so what was before the flag. */
static bool flag_then_interrupt(uint32_t n, bool with)
{
	arch_irq_state state = arch_irq_save();
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	bool bad = false;

	weft_barrier_tree(WEFT_FOREVER);
	if (arch_rank() == WRITER) {
		put_word(READER, n);
		if (with) {
			arch_flag_write(READER, flags, n);
		}
		arch_raise(READER, 1);
	}
	if (arch_rank() == READER) {
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		arch_acquire();
		bad = get_word(READER, area) != n;
	}
	arch_irq_restore(state);
	return bad;
}

/* Rules c, d: a flag of another core than the interrupted. */
static bool flag_elsewhere(uint32_t n, bool with)
{
	arch_irq_state state = arch_irq_save();
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	bool bad = false;

	weft_barrier_tree(WEFT_FOREVER);
	if (arch_rank() == WRITER) {
		arch_flag_write(third(), flags, n);
		if (with) {
			arch_quiet();
		}
		arch_raise(READER, 1);
	}
	if (arch_rank() == READER) {
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		bad = arch_flag_read(third(), flags) != n;
	}
	arch_irq_restore(state);
	return bad;
}

/* Both count under a lock; what is counted lies on another core. */
static bool lock_hand_over(uint32_t n, bool with)
{
	uint32_t count;

	(void)n;
	if (arch_rank() == WRITER) {
		put_word(third(), 0);
		arch_quiet();
	}
	weft_barrier_tree(WEFT_FOREVER);
	for (uint32_t i = 0; arch_rank() <= READER && i < 2; i++) {
		for (uint32_t attempt = 0; !arch_tas(READER); attempt++) {
			arch_relax(attempt);
		}
		count = get_word(third(), area) + 1;
		put_word(third(), count);
		if (with) {
			arch_quiet();
		}
		arch_tas_clear(READER);
	}
	weft_barrier_tree(WEFT_FOREVER);
	arch_acquire();
	count = get_word(third(), area);
	weft_barrier_tree(WEFT_FOREVER); /* all have read it */
	return arch_rank() == READER && count != 4;
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

static const struct shape {
	const char *name, *call; /* null: there is none to leave out */
	bool (*round)(uint32_t n, bool with);
} shapes[] = {
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
};

/* How often this core has seen the outcome. */
static uint32_t play(const struct shape *shape, bool with)
{
	static const uint32_t none[WORDS];
	uint32_t seen = 0;

	if (arch_rank() == WRITER) {
		for (uint32_t rank = 0; rank < arch_count(); rank++) {
			arch_put(rank, ARCH_WINDOW_MPB, area, none, BYTES);
			arch_flag_write(rank, flags, 0);
		}
	}
	for (uint32_t n = 1; n <= ROUNDS; n++) {
		weft_barrier_tree(WEFT_FOREVER);
		seen += shape->round(n, with);
	}
	weft_barrier_tree(WEFT_FOREVER);
	return seen;
}

static void test(const struct shape *shape, bool show)
{
	uint32_t seen = play(shape, true);

	tap_ok(seen == 0, "%s", shape->name);
	if (!shape->call) {
		return;
	}
	seen = play(shape, false);
	if (arch_rank() == READER) {
		printf("# %s: %u of %u without %s\n", shape->name,
		       (unsigned)seen, (unsigned)ROUNDS, shape->call);
	}
	if (show) {
		tap_ok(seen > 0 || arch_rank() != READER, "%s: not without %s",
		       shape->name, shape->call);
	}
}

int main(int argc, char **argv)
{
	bool show = argc > 1 && strcmp(argv[1], "show") == 0;

	tap_begin();
	if (weft_mpb_alloc(BYTES, &area) || weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	arch_annotate_optimistic_begin(); /* unordered reads are what it is about */
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		test(&shapes[i], show);
	}
	tap_ok(torn_atoms == 0, "atoms are never torn");
	return tap_end();
}
