/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,16,48,64 seeds=2 time-out=120 */
/* weft-test: boards=epiphany-emu cores=16 modes=reordered seeds=20 */
/*
 * Barriers one after another while timer interrupts hold cores up for longer than a
 * barrier takes, at any moment of it: nobody leaves before all have entered.
 */
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

enum {
	ROUNDS = 25,
	TURNS = 60,     /* of arch_relax, in a handler */
	APART = 300000, /* cycles between two, on average */
	STEP = 37337,
};

static uint32_t arrived, apart;
static volatile bool over;

/* Short: this code may lie in slow memory. */
static void handler(enum arch_irq cause)
{
	if (cause == ARCH_IRQ_TIMER && !over) {
		arch_relax(TURNS);
		apart += apart < 2 * APART ? STEP : STEP - 2 * APART;
		arch_timer_set(arch_cycles() + apart);
	}
}

static const struct rt_part part = {
	.name = "interrupts",
	.interrupted = handler,
};
RT_PART(part);

static bool nobody_leaves_early(int (*wait)(weft_us_t within), uint32_t base)
{
	uint32_t me = weft_rank(), cores = weft_size();

	for (uint32_t n = base + 1; n <= base + ROUNDS; n++) {
		uint32_t other = me + tap_below(tap_random(), cores), seen;

		weft_flag_write(me, arrived, n);
		if (wait(WEFT_FOREVER) || wait(WEFT_FOREVER)) {
			return false;
		}
		other -= other < cores ? 0 : cores;
		weft_flag_read(other, arrived, &seen);
		if (seen != n && seen != n + 1) {
			return false;
		}
	}
	return true;
}

static int chosen(weft_us_t within)
{
	return weft_barrier(WEFT_WORLD, within);
}

int main(void)
{
	bool ok;

	tap_begin();
	if (weft_flags_alloc(1, &arrived)) {
		weft_panic("no MPB space");
	}
	apart = tap_below(tap_own_random(), 2 * APART);
	arch_timer_set(arch_cycles() + apart);
	ok = nobody_leaves_early(weft_barrier_chip, 0);
	ok &= nobody_leaves_early(weft_barrier_tree, ROUNDS);
	ok &= nobody_leaves_early(chosen, 2 * ROUNDS);
	over = true;
	arch_timer_set(ARCH_NEVER);
	tap_ok(ok, "nobody leaves before all have entered");
	return tap_end();
}
