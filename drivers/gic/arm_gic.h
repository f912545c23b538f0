/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ARM's interrupt controllers, GICv2 and GICv3, behind gic.h, and beside it
 * what the vehicle needs.
 *
 * Interrupts of group 0, which the port chooses, come in by the FIQ line; all
 * others are of group 1 and come by IRQ.  GIC_NOTIFY is the software generated
 * interrupt 0; numbers from 16 to 31 are a core's own devices.
 */
#ifndef DRIVERS_GIC_ARM_GIC_H
#define DRIVERS_GIC_ARM_GIC_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/common/vehicle_text.h"
#include "drivers/gic/gic.h"

#define ARM_GIC_SPECIAL 1020u /* ids from here on are no interrupts */
#define ARM_GIC_PRIVATE 32u   /* ids below are a core's own */

/* Priorities of group 1. */
#define ARM_GIC_URGENT 0x60
#define ARM_GIC_USUAL  0x80

/* Where the registers are, and which interrupts are of group 0: by the port. */
struct arm_gic_at {
	uintptr_t distributor;
	uintptr_t interface;      /* GICv2: each core sees its own there */
	uintptr_t redistributors; /* GICv3: core 0's; one behind the other .. */
	uint32_t stride_shift;    /* .. at distances of 2 to this */
	uint32_t fiqs;            /* a bit for each of group 0 */
	uint32_t urgent; /* of group 1: before all others but shared devices */
};
extern const struct arm_gic_at arm_gic_at;

/*
 * Of the interrupts that are pending a controller offers the most urgent one
 * only, the lower number, even while its group is closed: one of group 1 must
 * not stand before what ends a halt.
 */
static inline uint8_t arm_gic_priority(uint32_t id)
{
	if (id >= ARM_GIC_PRIVATE || arm_gic_at.urgent >> id & 1) {
		return ARM_GIC_URGENT;
	}
	return arm_gic_at.fiqs >> id & 1 ? 0x40 : ARM_GIC_USUAL;
}

struct arm_gic {
	struct gic gic;

	/* Interrupt one core by number `id` of group 0. */
	void (*send_fiq)(uint32_t core, uint32_t id);

	/*
	 * Acknowledge and end one of group 0 that is pending at this core;
	 * false if none is.  A device's comes again until its line is low.
	 */
	bool (*end_fiq)(void);

	/*
	 * Group 1, closed, does not reach this core, but for what is urgent; what is
	 * pending stays.
	 */
	void (*open)(bool open);

	/* Interrupt one core by number `id` of group 1. */
	void (*send)(uint32_t core, uint32_t id);

	/* The shared device of that number, from ARM_GIC_PRIVATE on, interrupts core 0. */
	void (*route)(uint32_t id);
};

extern const struct arm_gic arm_gicv2, arm_gicv3;

/* The one that this run uses. */
extern const struct arm_gic *arm_gic;

#endif
