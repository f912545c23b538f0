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
 * linked that interrupts drive; engine=events, in bench/irq_events.c: parts are.
 */
#include <string.h>

#include "bench/irq_path.h"

enum {
	OPS = 64
};

/* To the last `targets` ranks. */
static void raise(uint32_t targets)
{
	uint32_t first = weft_size() - targets;
	int ops = weft_rank() == 0 ? OPS : 0;
	char params[32];

	snprintf(params, sizeof(params), "targets=%u", (unsigned)targets);
	say(params, OPS);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_begin();
	for (int i = 0; i < ops; i++) {
		arch_raise(first, targets);
	}
	bench_end();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	if (!strcmp(bench_arg("op", "raise"), "raise")) {
		raise(1);
		raise(weft_size() - 1);
	} else {
		take("none");
	}
	return 0;
}
