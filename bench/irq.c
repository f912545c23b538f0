/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct+software=free args=via=direct */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic+software=free args=via=gic */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic-unread+software=free args=via=gic-unread */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct args=via=direct,software=charged */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic args=via=gic,software=charged */
/*
 * Rank 0 interrupts the last `targets` ranks, which sleep (with 48 it is one of
 * them); cycles from its first store until a target is in its handler, at the
 * fastest and the slowest target.  With software free what is measured is the
 * chip's way of interrupting; with it charged, what a program gets of it.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "bench/common.h"
#include "runtime/part.h"

static volatile uint64_t entered; /* the handler, at that time */

static void note_time(enum arch_irq cause)
{
	if (cause == ARCH_IRQ_NOTIFY && entered == 0) {
		entered = weft_cycles();
	}
}

static const struct rt_part part = {
	.name = "bench",
	.interrupted = note_time,
};
RT_PART(part);

static uint64_t sleep_until_entered(void)
{
	while (entered == 0) {
		arch_sleep();
	}
	return entered;
}

static void measure(const char *params, uint32_t targets)
{
	uint32_t first = weft_size() - targets;
	arch_irq_state state = arch_irq_save();
	uint64_t start = 0, taken = 0, least, most;

	entered = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(10);
		start = weft_cycles();
		arch_raise(first, targets);
	}
	if (weft_rank() >= first) {
		taken = sleep_until_entered();
	}
	arch_irq_restore(state);
	most = bench_max(taken);
	least = ~bench_max(taken ? ~taken : 0);
	bench_row("irq", "min", "cycles", (least - start) * 1000,
		  "%s,targets=%u", params, (unsigned)targets);
	bench_row("irq", "max", "cycles", (most - start) * 1000,
		  "%s,targets=%u", params, (unsigned)targets);
}

int main(int argc, char **argv)
{
	const char *software;
	char params[64];

	bench_setup(argc, argv);
	software = bench_arg("software", "");
	snprintf(params, sizeof(params), "via=%s%s%s",
		 bench_arg("via", "direct"), *software ? ",software=" : "",
		 software);
	for (uint32_t n = 1; n <= weft_size(); n += n < 8 ? 1 : 4) {
		measure(params, n);
	}
	return 0;
}
