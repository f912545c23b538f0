/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,17,33,48,64 always=33 seeds=2 time-out=120 */
/* weft-test: boards=scc-qemu,scc-sim cores=2,33 more=1,17,48 o=irq=gic seeds=2 time-out=120 */
/* weft-test: boards=arm-qemu cores=1,8 o=gic=2 */
/* weft-test: boards=arm-qemu modes=icount cores=123 time-out=120 */
/* weft-test: boards=arm-qemu modes=mttcg cores=123 full=1 time-out=120 */
/*
 * The interrupt path: whoever is raised enters its handler afterwards, at least
 * once and not for ever, whatever the set, however many at a time, masked or
 * within a handler.
 *
 * Each core has a word for each other one in its window.  A sender writes its
 * word, then raises; only handlers read the words.  So a raise without a handler
 * after it leaves its word unseen, and the core that waits for it hangs.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

enum {
	ROUNDS = 12,
	QUIET = 60000, /* cycles: many times what an interrupt takes */
	QUESTIONS = 200,
};

static uint32_t words;          /* a flag of each core, on every core */
static volatile uint32_t *seen; /* by my handler, of each core */
static uint32_t *sent;          /* by me, to each core */
static uint32_t *list;          /* ranks to raise */
static volatile bool again;     /* the next handler raises its own core */

static void handler(enum arch_irq cause)
{
	if (cause != ARCH_IRQ_NOTIFY) {
		return;
	}
	for (uint32_t r = 0; r < arch_count(); r++) {
		seen[r] = arch_flag_read(arch_rank(), weft_flag_at(words, r));
	}
	if (again) {
		again = false;
		arch_raise(arch_rank(), 1);
	}
}

static const struct rt_part part = {
	.name = "irq",
	.interrupted = handler,
};
RT_PART(part);

static void announce(uint32_t rank)
{
	arch_flag_write(rank, weft_flag_at(words, arch_rank()), ++sent[rank]);
}

static uint32_t taken(void)
{
	return rt_irq_taken(ARCH_IRQ_NOTIFY);
}

/* Sleep until my handler has seen `value` of every core in first .. first + n. */
static void await_seen(uint32_t first, uint32_t n, uint32_t value)
{
	arch_irq_state state = arch_irq_save();

	for (uint32_t r = first; r < first + n; r++) {
		while (seen[r] != value) {
			arch_sleep();
		}
	}
	arch_irq_restore(state);
}

/* Sets of any size at any place, ranks in runs across the words of a mask. */
static bool ranges(void)
{
	uint32_t cores = arch_count(), value = seen[0];

	for (uint32_t n = 1; n <= cores; n += n < 4 ? 1 : 7) {
		uint32_t first = tap_below(tap_random(), cores - n + 1);
		uint32_t before = taken();
		bool meant = arch_rank() - first < n;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (arch_rank() == 0) {
			for (uint32_t r = first; r < first + n; r++) {
				announce(r);
			}
			arch_raise(first, n);
		}
		value += meant;
		if (meant) {
			await_seen(0, 1, value);
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (!meant && taken() != before) {
			return false; /* nobody raised me */
		}
	}
	return true;
}

/* Everybody raises a random list, all at the same time, again and again. */
static bool lists(void)
{
	uint32_t cores = arch_count(), me = arch_rank();

	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint32_t n = 0;

		for (uint32_t r = 0; r < cores; r++) {
			if (tap_own_random() & 1) {
				announce(r);
				list[n++] = r;
			}
		}
		arch_raise_list(list, n);
		tap_delay(tap_below(tap_own_random(), 3000));
	}
	/* Tell everybody how often; then each waits for all. */
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t step = 0; step < cores; step++) {
		uint32_t r = me + step < cores ? me + step : me + step - cores;

		sent[r] = 1000000;
		arch_flag_write(r, weft_flag_at(words, me), sent[r]);
		arch_raise(r, 1);
	}
	await_seen(0, cores, 1000000);
	return true;
}

/* Held off, they merge; let in, one comes, and hardly another. */
static bool merged(void)
{
	arch_irq_state state;
	uint32_t before, came;
	bool ok;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	state = arch_irq_save();
	before = taken();
	for (uint32_t i = 0; i < 100; i++) {
		announce(arch_rank());
		arch_raise(arch_rank(), 1);
	}
	tap_delay(QUIET);
	ok = taken() == before;
	arch_irq_restore(state);
	await_seen(arch_rank(), 1, sent[arch_rank()]);
	tap_delay(QUIET);
	came = taken() - before;
	return ok && came >= 1 && came <= 2;
}

/* .. nor does any come in while a held off core asks others, and waits for answers. */
static bool held_while_asking(void)
{
	arch_irq_state state;
	uint32_t before, n = 0;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	state = arch_irq_save();
	before = taken();
	announce(arch_rank());
	arch_raise(arch_rank(), 1);
	for (uint32_t i = 0; i < QUESTIONS; i++) {
		n = n + 1 < arch_count() ? n + 1 : 0;
		arch_flag_read(n, weft_flag_at(words, 0));
		arch_settle(n);
		ok &= taken() == before;
	}
	arch_irq_restore(state);
	await_seen(arch_rank(), 1, sent[arch_rank()]);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* All raise one that holds off, which then sees every one of them. */
static bool many_at_one(void)
{
	uint32_t last = arch_count() - 1;
	arch_irq_state state = arch_irq_save();
	bool ok = true;

	announce(last);
	arch_raise(last, 1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* all have raised */
	if (arch_rank() == last) {
		uint32_t before = taken();

		while (taken() == before) {
			arch_sleep();
		}
		/* Whoever raised before is seen by the first handler. */
		for (uint32_t r = 0; r <= last; r++) {
			ok &= seen[r] == 1000001 + (r == last ? 101 : 0);
		}
	}
	arch_irq_restore(state);
	return ok;
}

/* A handler raises its own core: it is entered again, after it returned. */
static bool within_handler(void)
{
	uint32_t before;
	arch_irq_state state;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	state = arch_irq_save();
	before = taken();
	again = true;
	arch_raise(arch_rank(), 1);
	while (taken() - before < 2) {
		arch_sleep();
	}
	arch_irq_restore(state);
	tap_delay(QUIET);
	return !again && taken() - before == 2;
}

/* Nobody raises: nobody is interrupted. */
static bool quiet(void)
{
	uint32_t before;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_delay(QUIET);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	before = taken();
	tap_delay(QUIET);
	return taken() == before;
}

int main(void)
{
	uint32_t cores = arch_count();

	tap_begin();
	seen = calloc(cores, sizeof(*seen));
	sent = calloc(cores, sizeof(*sent));
	list = calloc(cores, sizeof(*list));
	if (!seen || !sent || !list || weft_flags_alloc(cores, &words)) {
		weft_panic("no memory");
	}
	tap_ok(quiet(), "nothing comes of the start");
	tap_ok(ranges(), "ranges: those that are meant, and nobody else");
	tap_ok(lists(), "lists, all cores at once");
	tap_ok(merged(), "100 while held off merge");
	tap_ok(held_while_asking(), "held off, also while others answer");
	tap_ok(many_at_one(), "all at one that holds off");
	tap_ok(within_handler(), "a raise within a handler");
	tap_ok(quiet(), "and then it is quiet");
	return tap_end();
}
