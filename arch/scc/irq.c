/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interrupt controller and the interrupt entries.
 *
 * One of the chip's two ways to interrupt is chosen at start: a bit in the
 * target's configuration register, by which each target costs a store and all
 * answer alike fast; or the FPGA's controller, by which one store does for 32,
 * and the acknowledgements queue up.  Both end at the same pin.
 */
#include <board.h>

#include "drivers/apic/local_apic.h"
#include "drivers/gic/gic.h"

/* After scc_where_init, before interrupts are unmasked. */
void scc_irq_init(void)
{
	uint32_t most = 0;

	for (uint32_t rank = 0; rank < port_count; rank++) {
		uint32_t core = port_cores[rank];

		most = core > most ? core : most;
	}
	gic = scc_by_controller() ? &scc_gic : &scc_intr;
	gic->init(port_cores[port_rank], most + 1);
}

/*
 * What interrupted is withdrawn first: a raise from here on comes again.  Or
 * second, where that waits for the accesses of all cores that it has interrupted.
 */
void scc_notify_entry(void)
{
	uint32_t what;

	if (gic->queues) {
		port_serve(ARCH_IRQ_EARLY);
	}
	what = gic->acknowledge(NULL);
	port_serve(ARCH_IRQ_NOTIFY);
	gic->end(what);
}

void scc_timer_entry(void)
{
	local_apic_end_of_interrupt();
	if (scc_timer_due()) {
		port_serve(ARCH_IRQ_TIMER);
	}
}
