/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What QEMU needs and a chip does not: to halt while waiting, and be woken.
 *
 * No lost wake-up: the waiter announces the word it awaits, and looks once
 * more before it halts; the writer writes the word, then looks for the
 * announcement.  A barrier lies between the two on both sides, so one of them
 * sees the other.  From the look to the halt interrupts of both kinds are
 * masked: one that comes stays pending, and ends the halt all the same.
 *
 * The physical timer ends a halt whose deadline has come.  It is armed lazily:
 * one that is set to an earlier time is left alone, and its interrupt makes the
 * waiter look and arm it again.  So a wait that ends in time, as most do, costs
 * no access to it.
 */
#include <board.h>

#include "boot/arm/cpu.h"
#include "drivers/gic/arm_gic.h"
#include "drivers/timer/arm_timer.h"

enum {
	RELAX_TURNS = 4,
	RELAX_MOST_US = 50,
	US_PER_S = 1000000,
};

static uint64_t armed_at = ARCH_NEVER;
static uint32_t cycles_per_us;

void vehicle_time_init(void)
{
	cycles_per_us = arm_timer_frequency() / US_PER_S;
}

uint64_t arch_cycles(void)
{
	return arm_timer_count();
}

uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * cycles_per_us;
}

/*
 * The timer is looked at before each: it may come due at any moment, and its
 * interrupt comes again until it is stopped.
 */
VEHICLE_TEXT void vehicle_fiq_entry(void)
{
	do {
		if (arm_timer_due(ARM_TIMER_PHYSICAL)) {
			arm_timer_stop(ARM_TIMER_PHYSICAL);
			armed_at = ARCH_NEVER;
		}
	} while (arm_gic->end_fiq());
}

/*
 * Called with interrupts masked: halt until an interrupt, at the latest at the
 * deadline.  `open`: the library's interrupts end it, and are taken.  Who has
 * looked at something before has also masked fast interrupts before that.
 */
VEHICLE_TEXT void vehicle_halt(uint64_t deadline, bool open)
{
	uint32_t fast = cpu_fiq_save();

	if (armed_at > deadline) {
		armed_at = deadline;
		arm_timer_start(ARM_TIMER_PHYSICAL, deadline);
	}
	if (!open) {
		arm_gic->open(false);
	}
	cpu_dsb(); /* what others wait for has left before this core rests */
	cpu_wait_for_interrupt();
	vehicle_fiq_entry();
	if (open) {
		cpu_irq_restore(ARCH_IRQ_ON);
		cpu_isb(); /* what is pending is taken here */
		cpu_irq_save();
	} else {
		arm_gic->open(true);
	}
	cpu_fiq_restore(fast);
}

/*
 * One halt at most; the caller looks again.  The yield comes first because it
 * lets the other cores run where QEMU runs one at a time (-icount): there most
 * words arrive meanwhile.
 */
VEHICLE_TEXT void vehicle_wait(volatile uint32_t *word, uint32_t offset,
			       uint32_t value, uint64_t deadline)
{
	uint32_t state, fast;

	cpu_relax();
	if ((int32_t)(*word - value) >= 0) {
		return;
	}
	state = cpu_irq_save();
	fast = cpu_fiq_save();
	VEHICLE->waiting[arm_rank] = offset + 1;
	cpu_dmb();
	if ((int32_t)(*word - value) < 0) {
		vehicle_halt(deadline, state == ARCH_IRQ_ON);
	}
	VEHICLE->waiting[arm_rank] = 0;
	cpu_fiq_restore(fast);
	cpu_irq_restore(state);
}

VEHICLE_TEXT void vehicle_wake(uint32_t rank, uint32_t offset)
{
	cpu_dmb();
	if (VEHICLE->waiting[rank] == offset + 1 && rank != arm_rank) {
		arm_gic->send_fiq(rank, BOARD_IRQ_WAKE);
	}
}

/*
 * The first attempts only yield, for a holder that runs; then halt for a while,
 * or dozens of spinning vCPUs would keep the holder's from running at all.
 */
VEHICLE_TEXT void arch_relax(uint32_t attempt)
{
	uint32_t us = attempt < RELAX_MOST_US ? attempt : RELAX_MOST_US;
	uint32_t state;

	if (attempt < RELAX_TURNS) {
		cpu_relax();
		return;
	}
	state = cpu_irq_save();
	vehicle_halt(arch_cycles() + arch_cycles_in_us(us),
		     state == ARCH_IRQ_ON);
	cpu_irq_restore(state);
}
