/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What QEMU needs and the chip does not: to halt while waiting, and be woken.
 *
 * No lost wake-up: the waiter announces the word it awaits, fences, looks once
 * more, and halts; the writer writes the word, fences, and looks for the
 * announcement.  One of the two sees the other.  From the look to the halt
 * interrupts are masked, and `sti; hlt` takes a pending one only in the halt.
 */
#include <board.h>

#include "boot/x86/cpu.h"
#include "drivers/apic/local_apic.h"

enum {
	RELAX_PAUSES = 4,
	RELAX_MOST_US = 50,
};

/* Lets the other cores run where QEMU runs one at a time (-icount). */
VEHICLE_TEXT void vehicle_pause(void)
{
	cpu_relax();
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
