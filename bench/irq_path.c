/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu count=instructions args=via=direct,op=raise */
/* weft-bench: boards=scc-qemu count=instructions args=via=direct,op=entry
 *	from=scc_vector_notify to=weft_irq_entry */
/* weft-bench: boards=scc-qemu count=instructions args=via=direct,op=handler
 *	from=scc_vector_notify to=scc_vector_notify_return */
/* weft-bench: boards=scc-qemu count=instructions args=via=gic,op=raise o=irq=gic */
/* weft-bench: boards=scc-qemu count=instructions args=via=gic,op=entry o=irq=gic
 *	from=scc_vector_notify to=weft_irq_entry */
/* weft-bench: boards=scc-qemu count=instructions args=via=gic,op=handler o=irq=gic
 *	from=scc_vector_notify to=scc_vector_notify_return */
/* weft-bench: boards=arm-qemu count=instructions args=via=gicv3,op=raise */
/* weft-bench: boards=arm-qemu count=instructions args=via=gicv3,op=entry
 *	from=arm_vector_irq to=weft_irq_entry */
/* weft-bench: boards=arm-qemu count=instructions args=via=gicv3,op=handler
 *	from=arm_vector_irq to=arm_vector_irq_return */
/* weft-bench: boards=arm-qemu cores=8 count=instructions args=via=gicv2,op=raise
 *	o=gic=2 */
/* weft-bench: boards=arm-qemu cores=8 count=instructions args=via=gicv2,op=entry
 *	o=gic=2 from=arm_vector_irq to=weft_irq_entry */
/* weft-bench: boards=arm-qemu cores=8 count=instructions args=via=gicv2,op=handler
 *	o=gic=2 from=arm_vector_irq to=arm_vector_irq_return */
/*
 * Instructions of an interrupt.  op=raise: the sender's call.  op=entry: from the
 * vector to the runtime's entry, the acknowledgement included.  op=handler: from
 * the vector to the return, with nothing to do there; engine=none: nothing is
 * linked that interrupts drive; engine=events: the bells are looked at.
 */
#include <stdio.h>
#include <string.h>

#include <weft/event.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "bench/common.h"
#include "runtime/irq.h"

enum {
	OPS = 64
};

__attribute__((noinline)) void bench_begin(void);
__attribute__((noinline)) void bench_end(void);

void bench_begin(void)
{
	__asm__ volatile("");
}

void bench_end(void)
{
	__asm__ volatile("");
}

static void say(const char *params, int ops)
{
	if (weft_rank() == 0) {
		printf("weft-bench: irq via=%s,op=%s,%s ops=%d cores=one\n",
		       bench_arg("via", "direct"), bench_arg("op", "raise"),
		       params, ops);
	}
}

/* To the last `targets` ranks. */
static void raise(uint32_t targets)
{
	uint32_t first = weft_size() - targets;
	int ops = weft_rank() == 0 ? OPS : 0;
	char params[32];

	snprintf(params, sizeof(params), "targets=%u", (unsigned)targets);
	say(params, OPS);
	weft_barrier(WEFT_FOREVER);
	bench_begin();
	for (int i = 0; i < ops; i++) {
		arch_raise(first, targets);
	}
	bench_end();
	weft_barrier(WEFT_FOREVER);
}

/* Every core takes one, rank 0 of its own. */
static void take(const char *engine)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	char params[32];

	snprintf(params, sizeof(params), "engine=%s", engine);
	say(params, 1);
	weft_barrier(WEFT_FOREVER);
	arch_raise(weft_rank(), 1);
	while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
		arch_relax(0);
	}
	weft_barrier(WEFT_FOREVER);
}

int main(int argc, char **argv)
{
	void (*engines)(enum arch_irq) = rt_irq_engines;

	bench_setup(argc, argv);
	weft_event_stage(0); /* have them linked */
	if (!strcmp(bench_arg("op", "raise"), "raise")) {
		raise(1);
		raise(weft_size() - 1);
		return 0;
	}
	rt_irq_engines = NULL;
	take("none");
	rt_irq_engines = engines;
	take("events");
	return 0;
}
