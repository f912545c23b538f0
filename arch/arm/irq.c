/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts between cores, masking, sleep, the timer.
 *
 * A rank is the controller's core of that number: QEMU counts alike.
 */
#include "arch/arch.h"

#include <board.h>

#include "arch/fence.h"
#include "boot/arm/cpu.h"
#include "drivers/gic/arm_gic.h"
#include "drivers/timer/arm_timer.h"

const struct gic *gic;
const struct arm_gic *arm_gic;

/* Library interrupts this core has taken: what ends arch_sleep. */
static uint32_t interrupts;

/* After arm_where_init, before interrupts are unmasked. */
void arm_irq_init(void)
{
	arm_gic = arm_gic_version() == 2 ? &arm_gicv2 : &arm_gicv3;
	gic = &arm_gic->gic;
	gic->init(arm_rank, arm_count);
	gic->unmask(BOARD_IRQ_TIMER);
	gic->unmask(BOARD_IRQ_WAKE);
	gic->unmask(BOARD_IRQ_TICK);
}

arch_irq_state arch_irq_save(void)
{
	return cpu_irq_save();
}

void arch_irq_restore(arch_irq_state state)
{
	cpu_irq_restore(state);
}

/*
 * Rule (c).  A controller may be written through a system register, which only
 * a dsb orders behind stores.
 */
static void raise_one(uint32_t rank)
{
	FENCE(arm_raise_one, cpu_dsb()); /* (c) */
	gic->raise_one(rank);
}

static void raise(const uint32_t *set)
{
	FENCE(arm_raise, cpu_dsb()); /* (c) */
	gic->raise(set);
}

void arch_raise(uint32_t first, uint32_t n)
{
	uint32_t set[GIC_WORDS(BOARD_CORES_MAX)] = {0};

	if (n == 1) {
		raise_one(first);
		return;
	}
	while (n > 0) {
		uint32_t bit = first % 32, most = 32 - bit;
		uint32_t bits = n < most ? n : most;

		set[first / 32] = ((2u << (bits - 1)) - 1) << bit;
		first += bits;
		n -= bits;
	}
	raise(set);
}

uint32_t arch_notify_fanout(void)
{
	return ARCH_NOTIFY_FANOUT;
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	uint32_t set[GIC_WORDS(BOARD_CORES_MAX)] = {0};

	if (n == 1) {
		raise_one(*ranks);
		return;
	}
	while (n-- > 0) {
		set[*ranks / 32] |= 1u << *ranks % 32;
		ranks++;
	}
	raise(set);
}

void arch_timer_set(uint64_t deadline)
{
	uint32_t state = cpu_irq_save();

	if (deadline == ARCH_NEVER) {
		arm_timer_stop(ARM_TIMER_VIRTUAL);
	} else {
		arm_timer_start(ARM_TIMER_VIRTUAL, deadline);
	}
	cpu_irq_restore(state);
}

void arch_sleep(void)
{
	uint32_t before = *(volatile uint32_t *)&interrupts;

	/* A wake-up meant for an earlier wait may come late: not mine. */
	while (*(volatile uint32_t *)&interrupts == before) {
		vehicle_halt(ARCH_NEVER, true);
	}
}

/* True: its time has come, and nobody has taken it back on the way here. */
static bool timer_due(void)
{
	if (!arm_timer_due(ARM_TIMER_VIRTUAL)) {
		return false;
	}
	arm_timer_stop(ARM_TIMER_VIRTUAL); /* its line is a level */
	return true;
}

static void serve(enum arch_irq cause)
{
	/* Rule (c), the other side: no read of the handler's came sooner. */
	FENCE(arm_taken, cpu_dmb());
	interrupts++;
	weft_irq_entry(cause);
}

/* Acknowledged before it is served: a raise from here on comes again. */
void arm_irq_entry(void)
{
	uint32_t taken = gic->acknowledge(NULL);
	uint32_t id = GIC_ID(taken);

	if (id >= ARM_GIC_SPECIAL) {
		return;
	}
	if (id == GIC_NOTIFY) {
		serve(ARCH_IRQ_NOTIFY);
	} else if (id == BOARD_IRQ_TIMER && timer_due()) {
		serve(ARCH_IRQ_TIMER);
	}
	gic->end(taken);
}
