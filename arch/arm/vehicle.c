/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time; to halt until an interrupt, be woken, and end, by QEMU's means.
 *
 * The physical timer ends a halt whose deadline has come.  It is armed lazily:
 * one that is set to an earlier time is left alone, and its interrupt makes the
 * waiter look and arm it again.  So a wait that ends in time, as most do, costs
 * no access to it.
 */
#include <board.h>

#include "arch/qemu/link.h"
#include "boot/arm/firmware.h"
#include "drivers/gic/arm_gic.h"
#include "drivers/timer/arm_timer.h"

enum {
	US_PER_S = 1000000,
};

static uint64_t armed_at = ARCH_NEVER;
static uint32_t cycles_per_us;

void arm_time_init(void)
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
			arm_link_ticked();
		}
	} while (arm_gic->end_fiq());
}

static VEHICLE_TEXT void arm(uint64_t at)
{
	if (armed_at > at) {
		armed_at = at;
		arm_timer_start(ARM_TIMER_PHYSICAL, at);
	}
}

#ifdef BOARD_CHIP
void vehicle_tick_at(uint64_t at)
{
	uint32_t state = cpu_all_save();

	arm(at);
	cpu_all_restore(state);
}
#endif

/*
 * Who has looked at something before has also masked fast interrupts before
 * that.  One of either kind that comes from there on stays pending, and ends the
 * halt all the same.
 */
VEHICLE_TEXT void vehicle_halt(uint64_t deadline, bool open)
{
	uint32_t state = cpu_all_save();

	if (vehicle_link_due()) {
		cpu_all_restore(state);
		return;
	}
	arm(deadline);
	if (!open) {
		arm_gic->open(false);
	}
	cpu_dsb(); /* what others wait for has left before this core rests */
	vehicle_link_rest(true);
	cpu_wait_for_interrupt();
	vehicle_fiq_entry();
	arm_link_serve_all();
	vehicle_link_rest(false);
	if (open) {
		cpu_irq_restore(ARCH_IRQ_ON);
		cpu_isb(); /* what is pending is taken here */
	} else {
		arm_gic->open(true);
	}
	cpu_all_restore(state);
}

VEHICLE_TEXT void vehicle_kick(uint32_t rank)
{
	cpu_dsb(); /* as in order_raise() */
	arm_gic->send_fiq(rank, BOARD_IRQ_WAKE);
}

_Noreturn void vehicle_exit(uint32_t status)
{
	semihosting_exit(status);
	for (;;) {
		cpu_wait_for_interrupt();
	}
}

/*
 * The power is turned off: the runner has told QEMU to stand still then, so that
 * it can look at all cores.
 */
void vehicle_panic(void)
{
	psci_call(PSCI_SYSTEM_OFF, 0, 0, 0);
}
