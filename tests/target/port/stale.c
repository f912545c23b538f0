/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 boards=scc-sim modes=strict time-out=60 */
/* weft-test: cores=2,3 boards=gpu-emu modes=reordered args=40 time-out=60 */
/* weft-test: boards=blackhole-emu cores=2,3 modes=ordered args=own time-out=60 */
/*
 * Everything that promises fresh data must drop stale copies.
 *
 * Rank 0 reads a word of rank 1 and so keeps a copy; rank 1 changes the word
 * meanwhile; then rank 0 reads again by each of the ways that are an acquire.
 * Nothing else may acquire in between, so rank 0 cannot be told when the change
 * is done: it lets time pass, of which the simulator has a fixed amount.  On a
 * board without that, this test would prove nothing and might fail.
 *
 * Where a copy comes back only by chance, the argument says how often all is done.  "own":
 * the word is rank 0's own, where only those of a core's own window are kept.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"
#include "arch/look.h"

#include "tests/target/tap.h"

enum {
	AMPLE = 50000
};

static uint32_t word, other, flags, turn, rounds = 1, home = 1;

static uint32_t raw_read(void)
{
	uint32_t value;

	arch_get(&value, home, ARCH_WINDOW_MPB, word, sizeof(value));
	return value;
}

static uint32_t by_acquire(void)
{
	arch_acquire();
	return raw_read();
}

static uint32_t by_flag_read(void)
{
	(void)arch_flag_read(home, flags);
	return raw_read();
}

static uint32_t by_await(void)
{
	(void)tap_await(flags, 0, ARCH_NEVER);
	return raw_read();
}

static uint32_t by_settle(void)
{
	arch_settle(0);
	return raw_read();
}

static uint32_t by_lock(void)
{
	uint32_t value = 0;

	if (arch_tas(0)) {
		value = raw_read();
		arch_tas_clear(0);
	}
	return value;
}

static uint32_t by_get(void)
{
	uint32_t value = 0;

	weft_get(&value, weft_at(home, word), sizeof(value));
	return value;
}

static uint32_t by_copy(void)
{
	uint32_t value = 0;

	/* where the copy lands, no earlier read has left a line */
	weft_copy(weft_at(0, other), weft_at(home, word), sizeof(value));
	arch_settle(0);
	arch_get(&value, 0, ARCH_WINDOW_MPB, other, sizeof(value));
	return value;
}

/* Of words that are there already. */
static uint32_t by_look(void)
{
	(void)arch_look(0, flags, 0, ARCH_NEVER);
	return raw_read();
}

static uint32_t by_look_all(void)
{
	(void)arch_look_all(0, flags, 1, 0, ARCH_NEVER);
	return raw_read();
}

/* Whether it is, in one round. */
static bool fresh_once(uint32_t (*read)(void))
{
	uint32_t seen = ++turn;

	weft_barrier_tree(WEFT_FOREVER);
	if (weft_rank() == 0) {
		arch_settle(1);   /* no write of mine is a reason to fence */
		if (home == 1) {
			(void)raw_read(); /* now I have a copy, which gets old */
		}
		arch_flag_write(1, flags, turn);
		if (home == 0) {
			(void)raw_read(); /* few lines are kept: the last one */
		}
		tap_delay(AMPLE);
		seen = read();
	} else if (weft_rank() == 1) {
		(void)tap_await(flags, turn, ARCH_NEVER);
		arch_put(home, ARCH_WINDOW_MPB, word, &turn, sizeof(turn));
		arch_quiet();
	}
	return seen == turn;
}

/* In all rounds. */
static bool fresh(uint32_t (*read)(void))
{
	bool all = true;

	for (uint32_t i = 0; i < rounds; i++) {
		all &= fresh_once(read);
	}
	return all;
}

/* That there is something to drop: without any of these, the copy is old. */
static bool old(void)
{
	bool all = fresh(raw_read);

	return weft_rank() != 0 || !all;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		uint32_t (*read)(void);
	} ways[] = {
		{"arch_acquire", by_acquire},
		{"arch_flag_read", by_flag_read},
		{"arch_await", by_await},
		{"arch_settle", by_settle},
		{"arch_tas", by_lock},
		{"weft_get", by_get},
		{"weft_copy", by_copy},
		{"arch_look", by_look},
		{"arch_look_all", by_look_all},
	};
	uint32_t n = sizeof(ways) / sizeof(ways[0]);

	tap_begin();
	if (argc > 1) {
		home = strcmp(argv[1], "own") != 0;
	}
	if (home == 1) {
		n -= 2; /* its looks may be none */
		rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
	}
	if (weft_mpb_alloc(4, &word) || weft_mpb_alloc(4, &other) ||
	    weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	arch_annotate_optimistic_begin(); /* nothing may order them, see above */
	for (uint32_t i = 0; i < n; i++) {
		tap_ok(fresh(ways[i].read), "fresh after %s", ways[i].name);
	}
	tap_ok(old(), "stale without any of them");
	return tap_end();
}
