/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GICv2: a distributor, whose registers for a core's own interrupts each core
 * sees as its own, and an interface of each core.  Eight cores, by their
 * interface's number.
 *
 * One store raises at any set; "all but me" would be one as well.  An
 * interrupt is pending once for each sender and its acknowledgement takes one of
 * them; the others are withdrawn with it, so that they merge.
 */
#include "drivers/gic/arm_gic.h"

enum {
	CORES = 8,

	GICD_CTLR = 0x000,
	GICD_GROUP = 0x080,
	GICD_ENABLE = 0x100,
	GICD_DISABLE = 0x180,
	GICD_CLEAR = 0x280,
	GICD_PRIORITY = 0x400,
	GICD_TARGETS = 0x800, /* a byte each: a bit a core */
	GICD_SEND = 0xf00,    /* cores from bit 16 on, id from bit 0 on */
	GICD_SENDERS = 0xf10, /* a byte for each id; written ones clear */

	GICC_CTLR = 0x00,
	GICC_PRIORITY = 0x04,
	GICC_GROUPING = 0x08,
	GICC_ACKNOWLEDGE = 0x0c,
	GICC_END = 0x10,

	GROUPS = 0x3,
	CLOSED = 0x09, /* group 0 only, as FIQ */
	OPEN = 0x0f,   /* and group 1, which the same register acknowledges */
	MASKED = 0xff,
};

/* Always inlined, so that each lies where its caller does. */
static inline __attribute__((always_inline)) volatile uint32_t *
distributor(uint32_t offset)
{
	return (volatile uint32_t *)(arm_gic_at.distributor + offset);
}

static inline __attribute__((always_inline)) volatile uint32_t *
interface(uint32_t offset)
{
	return (volatile uint32_t *)(arm_gic_at.interface + offset);
}

/*
 * By priority: software generated interrupts may be enabled for ever.  One of
 * the lowest is not below the mask that the interface has.
 */
static void mask(uint32_t id)
{
	((volatile uint8_t *)distributor(GICD_PRIORITY))[id] = MASKED;
}

static void unmask(uint32_t id)
{
	((volatile uint8_t *)distributor(GICD_PRIORITY))[id] =
		arm_gic_priority(id);
	*distributor(GICD_ENABLE) = 1u << id;
}

static void init(uint32_t me, uint32_t cores)
{
	(void)me;
	(void)cores;
	*distributor(GICD_CTLR) = GROUPS;
	*distributor(GICD_DISABLE) = UINT32_MAX;
	*distributor(GICD_CLEAR) = UINT32_MAX;
	for (uint32_t at = 0; at < 16; at += 4) {
		*distributor(GICD_SENDERS + at) = UINT32_MAX;
	}
	*distributor(GICD_GROUP) = ~arm_gic_at.fiqs;
	for (uint32_t id = 0; id < ARM_GIC_PRIVATE; id++) {
		mask(id);
	}
	unmask(GIC_NOTIFY);
	*interface(GICC_PRIORITY) = MASKED & 0xf0;
	*interface(GICC_GROUPING) = 0; /* all of a priority counts */
	*interface(GICC_CTLR) = OPEN;
}

static void raise_one(uint32_t core)
{
	*distributor(GICD_SEND) = 1u << (16 + core) | GIC_NOTIFY;
}

static void raise(const uint32_t *set)
{
	*distributor(GICD_SEND) = set[0] << 16 | GIC_NOTIFY;
}

static uint32_t acknowledge(uint32_t *senders)
{
	volatile uint8_t *pending =
		(volatile uint8_t *)distributor(GICD_SENDERS);
	uint32_t taken = *interface(GICC_ACKNOWLEDGE), others;

	if (GIC_ID(taken) == GIC_NOTIFY) {
		others = pending[GIC_NOTIFY];
		if (others) {
			pending[GIC_NOTIFY] = (uint8_t)others;
		}
		if (senders) {
			senders[0] |= others | 1u << (taken >> 10 & 7);
		}
	}
	return taken;
}

static void end(uint32_t taken)
{
	*interface(GICC_END) = taken;
}

static VEHICLE_TEXT void send_fiq(uint32_t core, uint32_t id)
{
	*distributor(GICD_SEND) = 1u << (16 + core) | id;
}

/* By priority: the mask lets in what is above it. */
static VEHICLE_TEXT void open_group(bool on)
{
	*interface(GICC_PRIORITY) = on ? MASKED & 0xf0 : ARM_GIC_USUAL;
}

static void route(uint32_t id)
{
	uint32_t word = id / 32 * 4, bit = 1u << id % 32;

	*distributor(GICD_GROUP + word) |= bit;
	((volatile uint8_t *)distributor(GICD_PRIORITY))[id] =
		arm_gic_priority(id);
	((volatile uint8_t *)distributor(GICD_TARGETS))[id] = 1;
	*distributor(GICD_ENABLE + word) = bit;
}

/* Closed meanwhile: else it would acknowledge interrupts of group 1, too. */
static VEHICLE_TEXT bool end_fiq(void)
{
	uint32_t before = *interface(GICC_CTLR), taken;
	bool any;

	*interface(GICC_CTLR) = CLOSED;
	taken = *interface(GICC_ACKNOWLEDGE);
	any = GIC_ID(taken) < ARM_GIC_SPECIAL;
	if (any) {
		*interface(GICC_END) = taken;
	}
	*interface(GICC_CTLR) = before;
	return any;
}

const struct arm_gic arm_gicv2 = {
	.gic = {.cores = CORES,
		.fanout = CORES,
		.init = init,
		.raise_one = raise_one,
		.raise = raise,
		.acknowledge = acknowledge,
		.end = end,
		.mask = mask,
		.unmask = unmask},
	.send_fiq = send_fiq,
	.end_fiq = end_fiq,
	.open = open_group,
	.send = send_fiq,
	.route = route,
};
