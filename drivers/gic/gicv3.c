/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GICv3: a distributor for all, a redistributor and system registers for each
 * core.  Cores go by the place of their redistributor, which here is also
 * 16 * cluster + number in it.
 *
 * One store raises at any of the 16 cores of a cluster, or at all but me: so a
 * set that is everybody costs one store, any other one for each cluster in it.
 * An acknowledged interrupt does not tell who sent it.
 */
#include "drivers/gic/arm_gic.h"

#include "boot/arm/cpu.h"

enum {
	CORES = 128, /* as many as everybody[] has bits for */

	GICD_CTLR = 0x0,
	CTLR_GROUPS = 0x3,
	CTLR_AFFINITY = 0x10,
	CTLR_PENDING = 1u << 31,
	GICD_GROUP = 0x0080,
	GICD_ENABLE = 0x0100,
	GICD_PRIORITY = 0x0400,
	GICD_ROUTE = 0x6000, /* two words each: the core's affinity */

	GICR_WAKER = 0x14,
	WAKER_SLEEP = 0x2,
	WAKER_ASLEEP = 0x4,

	/* The redistributor's second page of 64 KB: a core's own interrupts. */
	GICR_GROUP = 0x10080,
	GICR_ENABLE = 0x10100,
	GICR_DISABLE = 0x10180,
	GICR_CLEAR = 0x10280,
	GICR_PRIORITY = 0x10400,

	SRE_ALL = 0x7,
	ANY_PRIORITY = 0xff,

	CLUSTER = 16,
};

/* ICC_SGI0R and ICC_SGI1R have the same fields. */
#define SGI_ID(id)          ((uint64_t)(id) << 24)
#define SGI_CLUSTER(number) ((uint64_t)(number) << 16)
#define SGI_ALL_BUT_ME      (UINT64_C(1) << 40)

static uint32_t self, words;
static uint32_t everybody[GIC_WORDS(CORES)];

static inline __attribute__((always_inline)) volatile uint32_t *
redistributor(uint32_t offset)
{
	return (volatile uint32_t *)(arm_gic_at.redistributors +
				     (self << arm_gic_at.stride_shift) +
				     offset);
}

/* Core 0's work: it comes first, and starts the others. */
static void init_distributor(void)
{
	volatile uint32_t *control =
		(volatile uint32_t *)(arm_gic_at.distributor + GICD_CTLR);

	*control = CTLR_AFFINITY;
	while (*control & CTLR_PENDING) {
	}
	*control = CTLR_AFFINITY | CTLR_GROUPS;
	while (*control & CTLR_PENDING) {
	}
}

static void init_redistributor(void)
{
	*redistributor(GICR_WAKER) &= ~(uint32_t)WAKER_SLEEP;
	while (*redistributor(GICR_WAKER) & WAKER_ASLEEP) {
	}
	*redistributor(GICR_DISABLE) = UINT32_MAX;
	*redistributor(GICR_CLEAR) = UINT32_MAX;
	*redistributor(GICR_GROUP) = ~arm_gic_at.fiqs;
	for (uint32_t id = 0; id < ARM_GIC_PRIVATE; id++) {
		((volatile uint8_t *)redistributor(GICR_PRIORITY))[id] =
			arm_gic_priority(id);
	}
	*redistributor(GICR_ENABLE) = 1u << GIC_NOTIFY;
}

static void init(uint32_t me, uint32_t cores)
{
	self = me;
	words = GIC_WORDS(cores);
	for (uint32_t core = 0; core < cores; core++) {
		everybody[core / 32] |= 1u << core % 32;
	}
	if (me == 0) {
		init_distributor();
	}
	init_redistributor();
	CPU_CP15_WRITE(0, c12, c12, 5, SRE_ALL);
	cpu_isb(); /* the other registers are there from here on */
	CPU_CP15_WRITE(0, c4, c6, 0, ANY_PRIORITY);
	CPU_CP15_WRITE(0, c12, c8, 3, 0);  /* all of a priority counts: .. */
	CPU_CP15_WRITE(0, c12, c12, 3, 0); /* .. fast ones pass the others */
	CPU_CP15_WRITE(0, c12, c12, 6, 1); /* group 0 .. */
	CPU_CP15_WRITE(0, c12, c12, 7, 1); /* .. and group 1 come in */
	cpu_isb();
}

static void send(uint64_t value)
{
	CPU_CP15_WRITE64(0, c12, value); /* ICC_SGI1R */
}

/* Everybody, me included or not? */
static bool is_everybody(const uint32_t *set)
{
	for (uint32_t word = 0; word < words; word++) {
		uint32_t mine = word == self / 32 ? 1u << self % 32 : 0;

		if ((set[word] | mine) != everybody[word]) {
			return false;
		}
	}
	return true;
}

static void send_clusters(const uint32_t *set)
{
	for (uint32_t word = 0; word < words; word++) {
		uint32_t low = set[word] & 0xffff, high = set[word] >> CLUSTER;

		if (low) {
			send(SGI_CLUSTER(word * 2) | low);
		}
		if (high) {
			send(SGI_CLUSTER(word * 2 + 1) | high);
		}
	}
}

static void raise_one(uint32_t core)
{
	send(SGI_CLUSTER(core / CLUSTER) | 1u << core % CLUSTER);
	cpu_isb(); /* sent now, not when something else is */
}

static void raise(const uint32_t *set)
{
	if (words > 1 && is_everybody(set)) {
		send(SGI_ALL_BUT_ME);
		if (set[self / 32] >> self % 32 & 1) {
			send(SGI_CLUSTER(self / CLUSTER) |
			     1u << self % CLUSTER);
		}
	} else {
		send_clusters(set);
	}
	cpu_isb(); /* as above */
}

static uint32_t acknowledge(uint32_t *senders)
{
	(void)senders; /* nobody knows them */
	return CPU_CP15_READ(0, c12, c12, 0);
}

static void end(uint32_t taken)
{
	CPU_CP15_WRITE(0, c12, c12, 1, taken);
}

static void mask(uint32_t id)
{
	*redistributor(GICR_DISABLE) = 1u << id;
}

static void unmask(uint32_t id)
{
	*redistributor(GICR_ENABLE) = 1u << id;
}

static VEHICLE_TEXT void send_fiq(uint32_t core, uint32_t id)
{
	CPU_CP15_WRITE64(2, c12,
			 SGI_ID(id) | SGI_CLUSTER(core / CLUSTER) |
				 1u << core % CLUSTER); /* ICC_SGI0R */
	cpu_isb();
}

static VEHICLE_TEXT bool end_fiq(void)
{
	uint32_t id = CPU_CP15_READ(0, c12, c8, 0);

	if (id >= ARM_GIC_SPECIAL) {
		return false;
	}
	CPU_CP15_WRITE(0, c12, c8, 1, id);
	return true;
}

/* By priority: the mask lets in what is above it. */
static VEHICLE_TEXT void open_group(bool on)
{
	CPU_CP15_WRITE(0, c4, c6, 0, on ? ANY_PRIORITY : ARM_GIC_USUAL);
	cpu_isb();
}

static void send_to(uint32_t core, uint32_t id)
{
	send(SGI_ID(id) | SGI_CLUSTER(core / CLUSTER) | 1u << core % CLUSTER);
	cpu_isb();
}

static volatile uint32_t *distributor(uint32_t offset)
{
	return (volatile uint32_t *)(arm_gic_at.distributor + offset);
}

static void route(uint32_t id)
{
	uint32_t word = id / 32 * 4, bit = 1u << id % 32;

	*distributor(GICD_GROUP + word) |= bit;
	((volatile uint8_t *)distributor(GICD_PRIORITY))[id] =
		arm_gic_priority(id);
	*distributor(GICD_ROUTE + id * 8) = 0;
	*distributor(GICD_ROUTE + id * 8 + 4) = 0;
	*distributor(GICD_ENABLE + word) = bit;
}

const struct arm_gic arm_gicv3 = {
	.gic = {.cores = CORES,
		.fanout = CLUSTER,
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
	.send = send_to,
	.route = route,
};
