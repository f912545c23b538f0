/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=epiphany-emu cores=1,2,16 more=64 time-out=120 */
/* weft-test: boards=epiphany-emu cores=1,16 o=latched=1022 time-out=120 */
/* weft-test: boards=scc-sim cores=1,17 time-out=120 */
/*
 * A clock of two halves, of which the hardware counts the lower one: no core
 * begins with a turn that was another program's, none loses or gains one when the
 * lower half runs over, whatever it does then: read, wait, hold interrupts off.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	BEFORE =
		1500, /* cycles until the turn, when this core begins to read */
	READS_APART = 1000,
	TURNS = 100,
	LATE_US = 100000, /* a vehicle's own time included */
};

static uint32_t flags;

static uint64_t turn(uint32_t n)
{
	return (uint64_t)n << 32;
}

/* In a core's own memory all these: what is not takes longer than BEFORE there. */
#define SOON static bool __attribute__((hot, noinline))

/* Nobody writes that flag. */
SOON sleep_until(uint64_t deadline)
{
	return tap_await(flags, 1, deadline) == ARCH_TIMEOUT &&
	       arch_cycles() >= deadline &&
	       arch_cycles() - deadline < arch_cycles_in_us(LATE_US);
}

SOON sleep_until_shortly_before(uint64_t when)
{
	return sleep_until(when - BEFORE - arch_rank());
}

SOON read_over(uint64_t when)
{
	uint64_t last = arch_cycles(), now;

	if (last >= when) {
		return false;
	}
	do {
		now = arch_cycles();
		if (now < last || now - last > READS_APART) {
			return false;
		}
		last = now;
	} while (now < when + BEFORE);
	return true;
}

SOON read_masked(uint64_t when)
{
	arch_irq_state state;
	bool ok = sleep_until_shortly_before(when);

	state = arch_irq_save();
	ok &= read_over(when);
	arch_irq_restore(state);
	return ok;
}

SOON wait_over(uint64_t when)
{
	return sleep_until_shortly_before(when) && arch_cycles() < when &&
	       sleep_until(when + BEFORE);
}

/* Each turn another cycle of the loop is the one in which it runs over. */
SOON read_over_many(uint32_t first, uint32_t turns)
{
	bool ok = true;

	for (uint32_t n = 0; n < turns; n++) {
		ok &= sleep_until_shortly_before(turn(first + n) - n) &&
		      read_over(turn(first + n));
	}
	return ok;
}

/* The timer comes as late as it was set for, though that is in the next turn. */
SOON timer_over(uint64_t when)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_TIMER);
	bool ok = sleep_until_shortly_before(when) && arch_cycles() < when;
	arch_irq_state state = arch_irq_save();

	arch_timer_set(when + BEFORE);
	while (rt_irq_taken(ARCH_IRQ_TIMER) == before) {
		arch_sleep();
	}
	arch_irq_restore(state);
	return ok && arch_cycles() >= when + BEFORE &&
	       arch_cycles() - when < arch_cycles_in_us(LATE_US);
}

int main(void)
{
	bool ok = arch_cycles() < turn(1) / 2;

	tap_begin();
	if (weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	tap_ok(ok, "the clock begins in its first turn");
	tap_ok(read_over_many(1, 1), "read over the end of a turn");
	tap_ok(read_masked(turn(3)),
	       "two turns later, with interrupts held off");
	tap_ok(wait_over(turn(4)), "a wait's deadline in the next turn");
	tap_ok(timer_over(turn(5)), "a timer that is set for the next turn");
	ok = sleep_until(turn(6)) && sleep_until(turn(7) - 1) &&
	     sleep_until(turn(8) + 1);
	tap_ok(ok, "a deadline at the end of a turn, and beside it");
	tap_ok(read_over_many(9, TURNS), "read over the ends of %u turns",
	       TURNS);
	return tap_end();
}
