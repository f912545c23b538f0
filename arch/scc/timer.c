/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time and the one-shot timer, and to halt until it or another interrupt comes.
 *
 * A core may wait with the library's interrupts masked, and then must halt all
 * the same.  Task priority lets only the vectors above SCC_MASK_CLASS in:
 * WAKE, which does nothing but end the halt, and TICK, the local APIC's one-shot
 * timer.  arch_timer_set and all deadlines share that timer; TICK sends the core
 * a TIMER interrupt, of the lower class, when arch_timer_set's time has come.
 *
 * The timer is armed lazily: one that fires before it is needed is armed again
 * by its interrupt.  So a wait that ends in time, as most do, leaves it alone.
 */
#include <board.h>

#include "arch/qemu/link.h"
#include "drivers/apic/local_apic.h"

enum {
	TICKS_MAX = 0x7fffffff,
};

static uint64_t wake_at = ARCH_NEVER;  /* the deadline of the present halt */
static uint64_t timer_at = ARCH_NEVER; /* arch_timer_set's */
static uint64_t armed_at = ARCH_NEVER; /* when TICK comes, or earlier */
static bool timer_due;

static uint64_t base;
static uint32_t cycles_per_us, ticks_per_cycle;

void scc_time_init(uint32_t core_cycles_per_us, uint32_t apic_ticks_per_cycle)
{
	cycles_per_us = core_cycles_per_us;
	ticks_per_cycle = apic_ticks_per_cycle;
}

void scc_time_base(uint64_t zero)
{
	base = zero;
	armed_at = ARCH_NEVER; /* what it says is on the old scale */
}

uint64_t arch_cycles(void)
{
	return cpu_tsc() - base;
}

ARCH_CALL uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * cycles_per_us;
}

/* Have a TICK at `at` or before. */
static VEHICLE_TEXT void arm(uint64_t at)
{
	uint64_t now, ticks = 1;

	if (armed_at <= at) {
		return;
	}
	now = arch_cycles();
	if (at > now) {
		/* A tick may last longer than a cycle: not so many of them. */
		uint32_t cycles =
			at - now < TICKS_MAX ? (uint32_t)(at - now) : TICKS_MAX;

		ticks = ((uint64_t)cycles * ticks_per_cycle >> 24) + 1;
	}
	armed_at = at;
	local_apic_timer(ticks < TICKS_MAX ? (uint32_t)ticks : TICKS_MAX);
}

/* Interrupt the library if its time has come, else see that it will be. */
static VEHICLE_TEXT void serve_timer(uint64_t now)
{
	if (timer_at <= now) {
		timer_at = ARCH_NEVER;
		timer_due = true;
		local_apic_send_self(SCC_VECTOR_TIMER);
	}
	arm(timer_at);
}

VEHICLE_TEXT void scc_tick_entry(void)
{
	uint64_t now = arch_cycles();

	local_apic_end_of_interrupt();
	armed_at = ARCH_NEVER;
	serve_timer(now);
	/* A deadline that has passed needs no timer: this ended the halt. */
	if (wake_at > now) {
		arm(wake_at);
	}
	vehicle_link_take(false);
}

#ifdef BOARD_CHIP
void vehicle_tick_at(uint64_t at)
{
	arm(at);
}
#endif

ARCH_CALL VEHICLE_TEXT void arch_timer_set(uint64_t deadline)
{
	uint32_t flags = cpu_irq_save();

	timer_at = deadline;
	timer_due = false;
	serve_timer(arch_cycles());
	cpu_irq_restore(flags);
}

/* True once for each time set that has come and was not taken back. */
VEHICLE_TEXT bool scc_timer_due(void)
{
	bool due = timer_due;

	timer_due = false;
	return due;
}

/*
 * Called with interrupts masked: halt until an interrupt, at the latest at the
 * deadline.  `open`: the library's interrupts may come in.
 */
VEHICLE_TEXT void vehicle_halt(uint64_t deadline, bool open)
{
	/* In an interrupt that came in an outer halt, that one is over. */
	uint64_t outer = wake_at;

	if (vehicle_link_due()) {
		return;
	}
	wake_at = deadline;
	arm(deadline);
	if (!open) {
		local_apic_set_priority(SCC_MASK_CLASS);
	}
	vehicle_link_rest(true);
	cpu_halt();
	vehicle_link_rest(false);
	if (!open) {
		local_apic_set_priority(0);
	}
	wake_at = outer;
}
