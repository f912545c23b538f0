/* SPDX-License-Identifier: Apache-2.0 */
/* The link of an SCC under QEMU: the interrupts that lead to its door. */
#include <board.h>
#include <window_ops.h>

#include "drivers/apic/io_apic.h"
#include "drivers/apic/local_apic.h"

#include "arch/fence.h"

enum {
	DOOR = 0, /* its APIC id: it is the first core of the chip */
};

void board_link_route(void)
{
	io_apic_route(BOARD_IO_APIC, BOARD_VIRTIO_PIN, SCC_VECTOR_DEVICE, DOOR);
}

void board_link_ring(void)
{
	uint32_t flags = cpu_irq_save();

	FENCE(chip_ring, order_raise()); /* (c) */
	local_apic_send(DOOR, SCC_VECTOR_LINK);
	cpu_irq_restore(flags);
}

/*
 * Task priority keeps the library's out, as in vehicle_halt.  This may be a handler of the
 * link's that came in a halt, which keeps them out until it ends.
 */
void board_link_let_in(void)
{
	uint8_t before = local_apic_priority();

	local_apic_set_priority(SCC_MASK_CLASS);
	__asm__ volatile("sti; nop; cli" ::: "memory");
	local_apic_set_priority(before);
}

void scc_link_entry(void)
{
	local_apic_end_of_interrupt();
	vehicle_link_take(true);
}

void scc_device_entry(void)
{
	vehicle_link_acknowledge();
	local_apic_end_of_interrupt();
	vehicle_link_take(true);
}
