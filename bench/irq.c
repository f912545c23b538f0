/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 o=irq=direct+software=free args=via=direct */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic+software=free args=via=gic */
/* weft-bench: boards=scc-sim cores=48 o=irq=gic-unread+software=free args=via=gic-unread */
/*
 * Rank 0 interrupts the last `targets` ranks, which sleep (with 48 it is one of
 * them); cycles from its first store until a target's handler has returned, at
 * the fastest and the slowest target.  Software is free: what is measured is the
 * chip's way of interrupting.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "bench/common.h"
#include "runtime/irq.h"

static uint64_t sleep_until(uint32_t before)
{
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
		arch_sleep();
	}
	return weft_cycles();
}

static void measure(const char *via, uint32_t targets)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	uint32_t first = weft_size() - targets;
	arch_irq_state state = arch_irq_save();
	uint64_t start = 0, taken = 0, least, most;

	weft_barrier(WEFT_FOREVER);
	if (weft_rank() == 0) {
		bench_idle(10);
		start = weft_cycles();
		arch_raise(first, targets);
	}
	if (weft_rank() >= first) {
		taken = sleep_until(before);
	}
	arch_irq_restore(state);
	most = bench_max(taken);
	least = ~bench_max(taken ? ~taken : 0);
	bench_row("irq", "min", "cycles", (least - start) * 1000,
		  "via=%s,targets=%u", via, (unsigned)targets);
	bench_row("irq", "max", "cycles", (most - start) * 1000,
		  "via=%s,targets=%u", via, (unsigned)targets);
}

int main(int argc, char **argv)
{
	const char *via;

	bench_setup(argc, argv);
	via = bench_arg("via", "direct");
	for (uint32_t n = 1; n <= weft_size(); n += n < 8 ? 1 : 4) {
		measure(via, n);
	}
	return 0;
}
