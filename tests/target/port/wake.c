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
	TURNS = 200
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
	weft_barrier(WEFT_FOREVER);
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

		weft_barrier(WEFT_FOREVER);
		arch_raise(to, 1);
		state = arch_irq_save();
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_sleep();
		}
		arch_irq_restore(state);
		weft_barrier(WEFT_FOREVER);
		now = rt_irq_taken(ARCH_IRQ_NOTIFY);
		ok &= now - before == 1;
	}
	return ok;
}

int main(void)
{
	tap_begin();
	if (weft_flags_alloc(3, &words)) {
		weft_panic("no MPB space");
	}
	tap_ok(by_flag(), "%d turns by flag", TURNS);
	tap_ok(sticky(), "signals that nobody waited for yet");
	tap_ok(all_pairs(), "every core interrupts every other");
	tap_ok(by_interrupt(), "%d turns by interrupt", TURNS);
	return tap_end();
}
