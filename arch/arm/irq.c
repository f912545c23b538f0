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

static void raise(const uint32_t *set)
{
	/*
	 * Rule (c).  The controller is written through a system register, which
	 * only a dsb orders behind stores.
	 */
	FENCE(arm_raise, cpu_dsb());
	gic->raise(set);
}

void arch_raise(uint32_t first, uint32_t n)
{
	uint32_t set[GIC_WORDS(BOARD_CORES_MAX)] = {0};

	for (uint32_t i = first; i < first + n; i++) {
		set[i / 32] |= 1u << i % 32;
	}
	raise(set);
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	uint32_t set[GIC_WORDS(BOARD_CORES_MAX)] = {0};

	for (uint32_t i = 0; i < n; i++) {
		set[ranks[i] / 32] |= 1u << ranks[i] % 32;
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

/*
 * Ended before it is served: a raise from here on comes again.  The timer is
 * stopped first, as its line is a level; one that has been taken back in the
 * meantime is not due.
 */
void arm_irq_entry(void)
{
	uint32_t taken = gic->acknowledge(NULL);
	uint32_t id = GIC_ID(taken);
	bool due = true;

	if (id >= ARM_GIC_SPECIAL) {
		return;
	}
	if (id == BOARD_IRQ_TIMER) {
		due = arm_timer_due(ARM_TIMER_VIRTUAL);
		if (due) {
			arm_timer_stop(ARM_TIMER_VIRTUAL);
		}
	}
	gic->end(taken);
	/* Rule (c), the other side: no read of the handler's came sooner. */
	FENCE(arm_taken, cpu_dmb());
	if (due && (id == GIC_NOTIFY || id == BOARD_IRQ_TIMER)) {
		interrupts++;
		weft_irq_entry(id == GIC_NOTIFY ? ARCH_IRQ_NOTIFY
						: ARCH_IRQ_TIMER);
	}
}
