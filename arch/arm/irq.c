/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interrupt controller, the timer, and the interrupt entry.
 */
#include <board.h>

#include "arch/qemu/link.h"
#include "drivers/gic/arm_gic.h"
#include "drivers/timer/arm_timer.h"

const struct arm_gic *arm_gic;

const struct arm_gic_at arm_gic_at = {
	.distributor = BOARD_GICD,
	.interface = BOARD_GICC,
	.redistributors = BOARD_GICR,
	.stride_shift = BOARD_GICR_STRIDE_SHIFT,
	.fiqs = BOARD_FIQS,
	.urgent = BOARD_URGENT,
};

uint32_t arm_gic_version(void)
{
	return arch_boot()->port[BOARD_PORT_GIC];
}

void arm_irq_init(void)
{
	arm_gic = arm_gic_version() == 2 ? &arm_gicv2 : &arm_gicv3;
	gic = &arm_gic->gic;
	gic->init(port_rank, port_count);
	gic->unmask(BOARD_IRQ_TIMER);
	gic->unmask(BOARD_IRQ_WAKE);
	gic->unmask(BOARD_IRQ_TICK);
	arm_link_unmask();
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

/* True: its time has come, and nobody has taken it back on the way here. */
static bool timer_due(void)
{
	if (!arm_timer_due(ARM_TIMER_VIRTUAL)) {
		return false;
	}
	arm_timer_stop(ARM_TIMER_VIRTUAL); /* its line is a level */
	return true;
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
		port_serve(ARCH_IRQ_NOTIFY);
	} else if (arm_link_serve(id)) {
		/* the link's */
	} else if (id == BOARD_IRQ_TIMER && timer_due()) {
		port_serve(ARCH_IRQ_TIMER);
	}
	gic->end(taken);
}
