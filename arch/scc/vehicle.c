/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What QEMU needs and the chip does not: to halt while waiting, and be woken.
 *
 * No lost wake-up: the waiter announces the word it awaits, fences, looks once
 * more, and halts; the writer writes the word, fences, and looks for the
 * announcement.  One of the two sees the other.  From the look to the halt
 * interrupts are masked, and `sti; hlt` takes a pending one only in the halt.
 *
 * A core may wait with the library's interrupts masked, and then must halt all
 * the same.  Task priority lets only the vehicle's two vectors in: WAKE, which
 * does nothing but end the halt, and TICK, the local APIC's one-shot timer.
 * arch_timer_set and all deadlines share that timer; TICK sends the core a
 * TIMER interrupt, of the lower class, when arch_timer_set's time has come.
 *
 * The timer is armed lazily: one that fires before it is needed is armed again
 * by its interrupt.  So a wait that ends in time, as most do, leaves it alone.
 */
#include <board.h>

#include "boot/x86/cpu.h"
#include "drivers/apic/local_apic.h"

enum {
	TICKS_MAX = 0x7fffffff,
	RELAX_PAUSES = 4,
	RELAX_MOST_US = 50,
};

static uint64_t wake_at = ARCH_NEVER;  /* the deadline of the present halt */
static uint64_t timer_at = ARCH_NEVER; /* arch_timer_set's */
static uint64_t armed_at = ARCH_NEVER; /* when TICK comes, or earlier */
static bool timer_due;

static uint64_t base;
static uint32_t cycles_per_us, ticks_per_cycle;

void vehicle_time_init(void)
{
	cycles_per_us = VEHICLE->cycles_per_us;
	ticks_per_cycle = VEHICLE->ticks_per_cycle;
}

void vehicle_time_base(void)
{
	base = VEHICLE->base;
	armed_at = ARCH_NEVER; /* what it says is on the old scale */
}

uint64_t arch_cycles(void)
{
	return cpu_tsc() - base;
}

uint64_t arch_cycles_in_us(uint32_t us)
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
		ticks = TICKS_MAX;
		if (at - now <= TICKS_MAX) {
			ticks = (uint64_t)(uint32_t)(at - now) *
					ticks_per_cycle >>
				24;
			ticks++;
		}
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
		vehicle_send(scc_rank, BOARD_VECTOR_TIMER);
	}
	arm(timer_at);
}

VEHICLE_TEXT void vehicle_tick_entry(void)
{
	uint64_t now = arch_cycles();

	local_apic_end_of_interrupt();
	armed_at = ARCH_NEVER;
	serve_timer(now);
	/* A deadline that has passed needs no timer: this ended the halt. */
	if (wake_at > now) {
		arm(wake_at);
	}
}

VEHICLE_TEXT void arch_timer_set(uint64_t deadline)
{
	uint32_t flags = cpu_irq_save();

	timer_at = deadline;
	timer_due = false;
	serve_timer(arch_cycles());
	cpu_irq_restore(flags);
}

/* True once for each time set that has come and was not taken back. */
VEHICLE_TEXT bool vehicle_timer_due(void)
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

	wake_at = deadline;
	arm(deadline);
	if (!open) {
		local_apic_set_priority(BOARD_MASK_CLASS);
	}
	cpu_halt();
	if (!open) {
		local_apic_set_priority(0);
	}
	wake_at = outer;
}

/*
 * One halt at most; the caller looks again.  The pause comes first because it
 * lets the other cores run where QEMU runs one at a time (-icount): there most
 * words arrive meanwhile, and a 48-core barrier takes a twelfth of the time.
 */
VEHICLE_TEXT void vehicle_wait(volatile uint32_t *word, uint32_t offset,
			       uint32_t value, uint64_t deadline)
{
	uint32_t flags;

	cpu_relax();
	if ((int32_t)(*word - value) >= 0) {
		return;
	}
	flags = cpu_irq_save();
	VEHICLE->waiting[scc_rank] = offset + 1;
	cpu_fence();
	if ((int32_t)(*word - value) < 0) {
		vehicle_halt(deadline, flags & CPU_EFLAGS_IF);
	}
	VEHICLE->waiting[scc_rank] = 0;
	cpu_irq_restore(flags);
}

/*
 * The first attempts only pause, for a holder that runs; then halt for a while,
 * or dozens of pausing vCPUs would keep the holder's from running at all.
 */
VEHICLE_TEXT void arch_relax(uint32_t attempt)
{
	uint32_t us = attempt < RELAX_MOST_US ? attempt : RELAX_MOST_US;
	uint32_t flags;

	if (attempt < RELAX_PAUSES) {
		cpu_relax();
		return;
	}
	flags = cpu_irq_save();
	vehicle_halt(arch_cycles() + arch_cycles_in_us(us),
		     flags & CPU_EFLAGS_IF);
	cpu_irq_restore(flags);
}

/* Rank n is the core with APIC id n: QEMU counts them alike. */
VEHICLE_TEXT void vehicle_send(uint32_t rank, uint32_t vector)
{
	uint32_t flags = cpu_irq_save();

	local_apic_send((uint8_t)rank, (uint8_t)vector);
	cpu_irq_restore(flags);
}

VEHICLE_TEXT void vehicle_wake(uint32_t rank, uint32_t offset)
{
	cpu_fence();
	if (VEHICLE->waiting[rank] == offset + 1 && rank != scc_rank) {
		vehicle_send(rank, BOARD_VECTOR_WAKE);
	}
}
