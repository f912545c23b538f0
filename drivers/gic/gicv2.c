/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GICv2: a distributor, whose registers for a core's own interrupts each core
 * sees as its own, and an interface of each core.  Eight cores, by their
 * interface's number.
 *
 * One store raises at any set; "all but me" would be one as well.  An
 * interrupt is pending once for each sender, and its acknowledgement tells who
 * it was: so two raises by two cores are two interrupts here.
 */
#include "drivers/gic/arm_gic.h"

#include <board.h>

#include "boot/arm/cpu.h"

enum {
	CORES = 8,

	GICD_CTLR = 0x000,
	GICD_GROUP = 0x080,
	GICD_ENABLE = 0x100,
	GICD_DISABLE = 0x180,
	GICD_CLEAR = 0x280,
	GICD_PRIORITY = 0x400,
	GICD_SEND = 0xf00, /* cores from bit 16 on, id from bit 0 on */
	GICD_SEND_CLEAR = 0xf10,

	GICC_CTLR = 0x00,
	GICC_PRIORITY = 0x04,
	GICC_ACKNOWLEDGE = 0x0c,
	GICC_END = 0x10,

	GROUPS = 0x3,
	CLOSED = 0x0d, /* group 0 only, as FIQ; one acknowledgement for both */
	OPEN = 0x0f,
	ANY_PRIORITY = 0xff,
};

/* Always inlined, so that each lies where its caller does. */
static inline __attribute__((always_inline)) volatile uint32_t *
distributor(uint32_t offset)
{
	return (volatile uint32_t *)(BOARD_GICD + offset);
}

static inline __attribute__((always_inline)) volatile uint32_t *
interface(uint32_t offset)
{
	return (volatile uint32_t *)(BOARD_GICC + offset);
}

static void init(uint32_t me, uint32_t cores)
{
	(void)me;
	(void)cores;
	*distributor(GICD_CTLR) = GROUPS;
	*distributor(GICD_DISABLE) = UINT32_MAX;
	*distributor(GICD_CLEAR) = UINT32_MAX;
	for (uint32_t at = 0; at < 16; at += 4) {
		*distributor(GICD_SEND_CLEAR + at) = UINT32_MAX;
	}
	*distributor(GICD_GROUP) = ~(uint32_t)BOARD_FIQS;
	for (uint32_t id = 0; id < ARM_GIC_PRIVATE; id++) {
		((volatile uint8_t *)distributor(GICD_PRIORITY))[id] =
			arm_gic_priority(id);
	}
	*distributor(GICD_ENABLE) = 1u << GIC_NOTIFY;
	*interface(GICC_PRIORITY) = ANY_PRIORITY;
	*interface(GICC_CTLR) = OPEN;
}

static void raise(const uint32_t *set)
{
	*distributor(GICD_SEND) = set[0] << 16 | GIC_NOTIFY;
}

static uint32_t acknowledge(uint32_t *senders)
{
	uint32_t taken = *interface(GICC_ACKNOWLEDGE);

	if (senders && GIC_ID(taken) == GIC_NOTIFY) {
		senders[0] |= 1u << (taken >> 10 & (CORES - 1));
	}
	return taken;
}

static void end(uint32_t taken)
{
	*interface(GICC_END) = taken;
}

static void mask(uint32_t id)
{
	*distributor(GICD_DISABLE) = 1u << id;
}

static void unmask(uint32_t id)
{
	*distributor(GICD_ENABLE) = 1u << id;
}

static VEHICLE_TEXT void send_fiq(uint32_t core, uint32_t id)
{
	*distributor(GICD_SEND) = 1u << (16 + core) | id;
}

static VEHICLE_TEXT void open_group(bool on)
{
	*interface(GICC_CTLR) = on ? OPEN : CLOSED;
}

/* Closed meanwhile: else it would acknowledge interrupts of group 1, too. */
static VEHICLE_TEXT void end_fiqs(void)
{
	uint32_t before = *interface(GICC_CTLR), taken;

	*interface(GICC_CTLR) = CLOSED;
	taken = *interface(GICC_ACKNOWLEDGE);
	while (GIC_ID(taken) < ARM_GIC_SPECIAL) {
		*interface(GICC_END) = taken;
		taken = *interface(GICC_ACKNOWLEDGE);
	}
	*interface(GICC_CTLR) = before;
}

const struct arm_gic arm_gicv2 = {
	.gic = {.cores = CORES,
		.init = init,
		.raise = raise,
		.acknowledge = acknowledge,
		.end = end,
		.mask = mask,
		.unmask = unmask},
	.send_fiq = send_fiq,
	.end_fiqs = end_fiqs,
	.open = open_group,
};
