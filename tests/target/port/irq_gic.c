/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,17,33,48,64 always=33 */
/* weft-test: boards=scc-qemu,scc-sim cores=2,33 more=1,17,48 o=irq=gic */
/* weft-test: boards=arm-qemu cores=1,8 o=gic=2 */
/*
 * What drivers/gic promises beyond the port contract: masking in the controller,
 * and senders by name where it tells them.  Boards without a driver skip it.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "drivers/gic/gic.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	QUIET = 60000,
	MOST = 1024, /* numbers of cores */
};

extern const struct gic *gic __attribute__((weak));

static uint32_t taken(void)
{
	return rt_irq_taken(ARCH_IRQ_NOTIFY);
}

static void with_driver(void (*what)(uint32_t id))
{
	arch_irq_state state = arch_irq_save();

	what(GIC_NOTIFY);
	arch_irq_restore(state);
}

/* Held off in the controller, with interrupts on; raised, and raised again. */
static bool masked(void)
{
	uint32_t before = taken();
	bool ok;

	with_driver(gic->mask);
	arch_raise(arch_rank(), 1);
	tap_delay(QUIET);
	arch_raise(arch_rank(), 1);
	tap_delay(QUIET);
	ok = taken() == before;
	with_driver(gic->unmask);
	while (taken() == before) {
		arch_relax(0);
	}
	tap_delay(QUIET);
	ok &= taken() - before <= 2;

	/* Unmasked with nothing pending, nothing comes. */
	before = taken();
	with_driver(gic->mask);
	with_driver(gic->unmask);
	tap_delay(QUIET);
	return ok && taken() == before;
}

/* All even ranks raise the last one, which asks its controller who did. */
static bool senders(void)
{
	uint32_t last = arch_count() - 1, before = 0;
	uint32_t set[GIC_WORDS(MOST)] = {0};
	arch_irq_state state = arch_irq_save();
	bool ok = true, told = false;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (arch_rank() % 2 == 0) {
		arch_raise(last, 1);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_delay(QUIET);
	if (arch_rank() == last) {
		uint32_t what = gic->acknowledge(set);

		ok = GIC_ID(what) == GIC_NOTIFY;
		gic->end(what);
		for (uint32_t w = 0; w < GIC_WORDS(MOST); w++) {
			told |= set[w] != 0;
		}
		for (uint32_t r = 0; told && r <= last; r++) {
			uint32_t core = arch_coords(r).core;
			bool is = set[core / 32] >> core % 32 & 1;

			ok &= is == (r % 2 == 0);
		}
	}
	/* It is withdrawn; what was on its way may come, but not for ever. */
	before = taken();
	arch_irq_restore(state);
	tap_delay(QUIET);
	return ok && taken() - before <= 1;
}

/* Sets as the driver takes them: me alone, then me and all others. */
static bool sets(void)
{
	uint32_t set[GIC_WORDS(MOST)] = {0};
	uint32_t before = taken(), core = arch_coords(arch_rank()).core;

	set[core / 32] = UINT32_C(1) << core % 32;
	gic->raise(set);
	while (taken() == before) {
		arch_relax(0);
	}
	for (uint32_t r = 0; r < arch_count(); r++) {
		core = arch_coords(r).core;
		set[core / 32] |= UINT32_C(1) << core % 32;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	before = taken();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (arch_rank() == arch_count() - 1) {
		gic->raise(set);
	}
	while (taken() == before) {
		arch_relax(0);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return true;
}

int main(void)
{
	tap_begin();
	if (!&gic || !gic) {
		tap_ok(true, "# SKIP no interrupt controller by drivers/gic");
		return tap_end();
	}
	tap_ok(sets(), "sets of one and of all");
	tap_ok(masked(), "masked in the controller, and let in again");
	tap_ok(senders(), "senders, where the controller tells them");
	return tap_end();
}
