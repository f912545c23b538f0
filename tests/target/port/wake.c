/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 seeds=3 time-out=60 */
/* weft-test: boards=arm-qemu cores=1,8 o=gic=2 */
/*
 * No lost wake-up: an interrupt or a flag that comes at any moment between a
 * core's look and its sleep, or long before the look, is noticed.  Nothing but
 * the message itself lets a pair go on, so one that is lost is a hang.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	TURNS = 200,
	VAIN_US = 2000,
	WORDS = 6
};

static uint32_t words;

/* Anything from nothing to a little more than a round trip takes. */
static void dawdle(void)
{
	tap_delay(tap_below(tap_own_random(), 3000));
}

static void sleep_until(uint32_t flag, uint32_t value)
{
	arch_irq_state state = arch_irq_save();

	while (arch_flag_read(arch_rank(), flag) != value) {
		arch_sleep();
	}
	arch_irq_restore(state);
}

/* To and fro by interrupt; the flag is what it is about. */
static bool by_interrupt(void)
{
	uint32_t me = arch_rank(), other = me ^ 1;
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);

	if (other >= arch_count()) {
		return true;
	}
	for (uint32_t n = 1; n <= TURNS; n++) {
		if (me & 1) {
			sleep_until(words, n);
		}
		dawdle();
		arch_flag_write(other, words, n);
		arch_raise(other, 1);
		if (!(me & 1)) {
			dawdle();
			sleep_until(words, n);
		}
	}
	/* Some came while nobody slept; they count, once each at most. */
	return rt_irq_taken(ARCH_IRQ_NOTIFY) - before <= TURNS;
}

/* The same by flags alone. */
static bool by_flag(void)
{
	uint32_t me = arch_rank(), other = me ^ 1;
	uint32_t flag = weft_flag_at(words, 1);
	bool ok = true;

	if (other >= arch_count()) {
		return true;
	}
	for (uint32_t n = 1; n <= TURNS; n++) {
		if (me & 1) {
			ok &= !weft_flag_wait(flag, n, WEFT_FOREVER);
		}
		dawdle();
		weft_flag_write(other, flag, n);
		if (!(me & 1)) {
			dawdle();
			ok &= !weft_flag_wait(flag, n, WEFT_FOREVER);
		}
	}
	return ok;
}

#if ARCH_REMOTE_AWAIT
/*
 * All cores watch one word, of the first core's window or of the last one's, and
 * take turns to write it: so many are woken at once, wherever they are on the way.
 */
static bool by_watched_flag(void)
{
	uint32_t me = arch_rank(), last = arch_count() - 1, writer = 0;
	uint32_t flag = weft_flag_at(words, 3);
	bool ok = true;

	for (uint32_t n = 1; n <= TURNS; n++) {
		uint32_t home = n & 1 ? last : 0;

		dawdle();
		if (me == writer) {
			weft_flag_write(home, flag, n);
		} else {
			ok &= tap_await_at(home, flag, n, ARCH_NEVER) ==
			      ARCH_OK;
		}
		writer = writer < last ? writer + 1 : 0;
	}
	return ok;
}

/* Who waits in vain for a word there goes on at its deadline, and others before. */
static bool one_in_vain(void)
{
	uint32_t me = arch_rank(), last = arch_count() - 1;
	uint32_t vain = weft_flag_at(words, 4), flag = weft_flag_at(words, 5);
	uint64_t end = arch_cycles() + arch_cycles_in_us(VAIN_US);

	if (me == last) {
		weft_flag_write(0, flag, 1);
		return tap_await_at(0, vain, 1, end) == ARCH_TIMEOUT &&
		       arch_cycles() >= end;
	}
	return tap_await_at(0, flag, 1, ARCH_NEVER) == ARCH_OK;
}
#endif

/* Many signals before anybody looks: the last one is still there. */
static bool sticky(void)
{
	uint32_t me = arch_rank();
	uint32_t next = me + 1 < arch_count() ? me + 1 : 0;
	uint32_t flag = weft_flag_at(words, 2), value = 0;
	bool ok;

	for (uint32_t n = 1; n <= TURNS; n++) {
		weft_flag_write(next, flag, n);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = weft_flag_wait(flag, TURNS, 0) == WEFT_OK;
	ok &= weft_flag_wait(flag, 1, 0) == WEFT_OK;
	ok &= weft_flag_read(me, flag, &value) == WEFT_OK && value == TURNS;
	return ok;
}

/* Every core interrupts every other: each is entered, nobody else is. */
static bool all_pairs(void)
{
	uint32_t cores = arch_count(), me = arch_rank();
	bool ok = true;

	for (uint32_t step = 1; step < cores; step++) {
		uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY), now;
		uint32_t to = me + step < cores ? me + step : me + step - cores;
		arch_irq_state state;

		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		arch_raise(to, 1);
		state = arch_irq_save();
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		arch_irq_restore(state);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		now = rt_irq_taken(ARCH_IRQ_NOTIFY);
		ok &= now - before == 1;
	}
	return ok;
}

int main(void)
{
	tap_begin();
	if (weft_flags_alloc(WORDS, &words)) {
		weft_panic("no MPB space");
	}
	tap_ok(by_flag(), "%d turns by flag", TURNS);
#if ARCH_REMOTE_AWAIT
	tap_ok(by_watched_flag(), "%d turns by a flag that all watch", TURNS);
	tap_ok(one_in_vain(), "a word that does not come, and one beside it");
#endif
	tap_ok(sticky(), "signals that nobody waited for yet");
	tap_ok(all_pairs(), "every core interrupts every other");
	tap_ok(by_interrupt(), "%d turns by interrupt", TURNS);
	return tap_end();
}
