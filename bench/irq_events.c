/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu count=instructions args=via=direct,op=entry
 *	from=scc_vector_notify to=weft_irq_entry */
/* weft-bench: boards=scc-qemu count=instructions args=via=direct,op=handler
 *	from=scc_vector_notify to=scc_vector_notify_return */
/* weft-bench: boards=scc-qemu count=instructions args=via=gic,op=entry o=irq=gic
 *	from=scc_vector_notify to=weft_irq_entry */
/* weft-bench: boards=scc-qemu count=instructions args=via=gic,op=handler o=irq=gic
 *	from=scc_vector_notify to=scc_vector_notify_return */
/* weft-bench: boards=arm-qemu count=instructions args=via=gicv3,op=entry
 *	from=arm_vector_irq to=weft_irq_entry */
/* weft-bench: boards=arm-qemu count=instructions args=via=gicv3,op=handler
 *	from=arm_vector_irq to=arm_vector_irq_return */
/* weft-bench: boards=arm-qemu cores=8 count=instructions args=via=gicv2,op=entry
 *	o=gic=2 from=arm_vector_irq to=weft_irq_entry */
/* weft-bench: boards=arm-qemu cores=8 count=instructions args=via=gicv2,op=handler
 *	o=gic=2 from=arm_vector_irq to=arm_vector_irq_return */
/* As bench/irq_path.c, where events are linked: the handler makes a round. */
#include <weft/event.h>

#include "bench/irq_path.h"

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	weft_event_stage(0); /* have them linked */
	take("events");
	return 0;
}
