/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu modes=strict,relaxed,icount
   cores=1,3 time-out=120 */
/*
 * The one timer of a core: each time that is set comes once, not before it, and
 * however far off it is; a new one replaces the old, even one that has come and
 * was held off.  Boards whose time is virtual, as this waits for half a minute.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	MS = 1000,
	LATE_US = 500, /* with tardy interrupts, and a vehicle's own time */
};

static uint32_t flags;

static uint32_t taken(void)
{
	return rt_irq_taken(ARCH_IRQ_TIMER);
}

static uint64_t in_us(uint32_t us)
{
	return arch_cycles() + arch_cycles_in_us(us);
}

/* Nobody writes that flag. */
static bool wait_until(uint64_t when)
{
	return tap_await(flags, 1, when) == ARCH_TIMEOUT &&
	       arch_cycles() >= when &&
	       arch_cycles() - when < arch_cycles_in_us(LATE_US);
}

/* Not until then; soon after that once, and no more. */
static bool comes_at(uint64_t when, uint32_t before)
{
	bool ok = wait_until(when - 1) && taken() <= before + 1;
	uint64_t end = when + arch_cycles_in_us(LATE_US);

	/* It may come between the two looks, but not before the first. */
	ok &= wait_until(end) && taken() == before + 1;
	return ok && wait_until(end + arch_cycles_in_us(MS)) &&
	       taken() == before + 1;
}

static bool once(uint32_t us)
{
	uint32_t before = taken();
	uint64_t when = in_us(us), early = when - arch_cycles_in_us(us >> 3);

	arch_timer_set(when);
	return wait_until(early) && taken() == before && comes_at(when, before);
}

static bool past(void)
{
	uint32_t before = taken();

	arch_timer_set(arch_cycles() - 1);
	return wait_until(in_us(MS)) && taken() == before + 1;
}

static bool replaced(uint32_t first, uint32_t then)
{
	uint32_t before = taken();
	uint64_t when;

	arch_timer_set(in_us(first));
	when = in_us(then);
	arch_timer_set(when);
	return wait_until(when - arch_cycles_in_us(then >> 3)) &&
	       taken() == before && comes_at(when, before);
}

/* The first has come, and interrupts were off; then its time is another. */
static bool replaced_late(uint32_t then)
{
	arch_irq_state state = arch_irq_save();
	uint32_t before = taken();
	uint64_t when;
	bool ok;

	arch_timer_set(in_us(MS));
	ok = wait_until(in_us(2 * MS)) && taken() == before;
	when = in_us(then);
	arch_timer_set(when);
	arch_irq_restore(state);
	return ok && wait_until(when - arch_cycles_in_us(then >> 3)) &&
	       taken() == before && comes_at(when, before);
}

static bool cancelled(bool late)
{
	arch_irq_state state = arch_irq_save();
	uint32_t before = taken();
	bool ok;

	arch_timer_set(in_us(MS));
	ok = !late || wait_until(in_us(2 * MS));
	arch_timer_set(ARCH_NEVER);
	arch_irq_restore(state);
	return ok && wait_until(in_us(3 * MS)) && taken() == before;
}

/* A wait's deadline may need the same hardware, and comes before or after. */
static bool beside_waits(void)
{
	uint32_t before = taken();
	uint64_t when = in_us(10 * MS);
	bool ok = true;

	arch_timer_set(when);
	for (int i = 0; i < 8; i++) {
		ok &= wait_until(in_us(MS));
	}
	return ok && taken() == before && comes_at(when, before);
}

int main(void)
{
	static const uint32_t far[] = {1500 * MS, 2500 * MS, 4500 * MS,
				       9000 * MS};

	tap_begin();
	if (weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	tap_ok(past(), "a time in the past comes at once");
	tap_ok(once(MS) && once(20 * MS), "once, not before its time");
	tap_ok(replaced(MS, 4 * MS), "replaced by a later one");
	tap_ok(replaced(9000 * MS, 4 * MS), "replaced by an earlier one");
	tap_ok(replaced_late(4 * MS), "replaced when it had come, held off");
	tap_ok(cancelled(false) && cancelled(true), "cancelled");
	tap_ok(beside_waits(), "beside waits with deadlines");
	for (uint32_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
		tap_ok(once(far[i]), "%u ms off", (unsigned)(far[i] / MS));
	}
	return tap_end();
}
