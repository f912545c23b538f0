/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts between cores by a controller of drivers/gic, masking, sleep.  The
 * port has chosen `gic` and initialised it; the timer is the port's own.
 */
#include "arch/common/port.h"

#include "arch/common/window.h"
#include "drivers/gic/gic.h"

const struct gic *gic;

/* Library interrupts this core has taken: what ends arch_sleep. */
static uint32_t taken;

arch_irq_state arch_irq_save(void)
{
	return cpu_irq_save();
}

ARCH_CALL void arch_irq_restore(arch_irq_state state)
{
	cpu_irq_restore(state);
}

uint32_t arch_notify_fanout(void)
{
	return gic->fanout;
}

static void put_in(uint32_t *set, uint32_t rank)
{
	uint32_t core = BOARD_GIC_CORE(rank);

	set[core / 32] |= 1u << core % 32;
}

/* Where cores go as ranks do, up to 32 at once. */
static void put_range(uint32_t *set, uint32_t first, uint32_t n)
{
	while (BOARD_GIC_BY_RANK && n > 0) {
		uint32_t core = BOARD_GIC_CORE(first);
		uint32_t bit = core % 32, most = 32 - bit;
		uint32_t bits = n < most ? n : most;

		set[core / 32] = ((2u << (bits - 1)) - 1) << bit;
		first += bits;
		n -= bits;
	}
	while (n-- > 0) {
		put_in(set, first++);
	}
}

/*
 * Several, kept out of the way of one, which is usual and needs no set.  Where a
 * store reaches one core only, a set would only be taken apart.
 */
static __attribute__((noinline)) void raise_range(uint32_t first, uint32_t n)
{
	uint32_t set[GIC_WORDS(BOARD_GIC_CORES)] = {0};
	const struct gic *by = gic;

	if (by->fanout == 1) {
		for (; n > 0; n--, first++) {
			by->raise_one(BOARD_GIC_CORE(first));
		}
		return;
	}
	put_range(set, first, n);
	by->raise(set);
}

static __attribute__((noinline)) void raise_list(const uint32_t *ranks,
						 uint32_t n)
{
	uint32_t set[GIC_WORDS(BOARD_GIC_CORES)] = {0};
	const struct gic *by = gic;

	if (by->fanout == 1) {
		for (; n > 0; n--, ranks++) {
			by->raise_one(BOARD_GIC_CORE(*ranks));
		}
		return;
	}
	while (n-- > 0) {
		put_in(set, *ranks++);
	}
	by->raise(set);
}

/* How many of these, from the first one on, are on this chip. */
static inline uint32_t near_first(const uint32_t *ranks, uint32_t n)
{
	uint32_t near = 0;

	(void)ranks; /* where all are */
	while (near < n && !BOARD_FAR(ranks[near])) {
		near++;
	}
	return near;
}

/* Those of this chip as far as they follow each other, and each of another. */
static __attribute__((noinline)) void raise_apart(const uint32_t *ranks,
						  uint32_t n)
{
	while (n > 0) {
		uint32_t near = near_first(ranks, n);

		if (near > 0) {
			raise_list(ranks, near);
		} else {
			far_raise(*ranks);
			near = 1;
		}
		ranks += near;
		n -= near;
	}
}

ARCH_CALL void arch_raise(uint32_t first, uint32_t n)
{
	for (; n > 0 && BOARD_FAR(first); n--) {
		far_raise(first++);
	}
	while (n > 0 && BOARD_FAR(first + n - 1)) {
		far_raise(first + --n);
	}
	FENCE(irq_raise, order_raise()); /* (c) */
	if (n == 1) {
		gic->raise_one(BOARD_GIC_CORE(first));
	} else {
		raise_range(first, n);
	}
}

ARCH_CALL void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	FENCE(irq_raise_list, order_raise()); /* (c) */
	if (near_first(ranks, n) != n) {
		raise_apart(ranks, n);
	} else if (n == 1) {
		gic->raise_one(BOARD_GIC_CORE(*ranks));
	} else {
		raise_list(ranks, n);
	}
}

void arch_sleep(void)
{
	uint32_t before = *(volatile uint32_t *)&taken;

	/* A wake-up meant for an earlier wait may come late: not mine. */
	while (*(volatile uint32_t *)&taken == before) {
		vehicle_halt(ARCH_NEVER, true);
	}
}

void port_serve(enum arch_irq cause)
{
	/* Rule (c), the other side: no read of the handler's came sooner. */
	FENCE(irq_taken, order_reads());
	taken++;
	weft_irq_entry(cause);
}
