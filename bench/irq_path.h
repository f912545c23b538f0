/* SPDX-License-Identifier: Apache-2.0 */
/* What the benchmarks of an interrupt's instructions share. */
#ifndef BENCH_IRQ_PATH_H
#define BENCH_IRQ_PATH_H

#include <stdio.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "bench/common.h"
#include "runtime/irq.h"

static inline void say(const char *params, int ops)
{
	if (weft_rank() == 0) {
		printf("weft-bench: irq via=%s,op=%s,%s ops=%d cores=one\n",
		       bench_arg("via", "direct"), bench_arg("op", "raise"),
		       params, ops);
	}
}

/* Every core takes one, rank 0 of its own. */
static inline void take(const char *engine)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	char params[32];

	snprintf(params, sizeof(params), "engine=%s", engine);
	say(params, 1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	arch_raise(weft_rank(), 1);
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
		arch_relax(0);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

#endif
