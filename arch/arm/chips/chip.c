/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link of an ARM chip under QEMU: the interrupts that lead to its door.
 *
 * They are of the library's group, but more urgent.  Where the library's are masked, the
 * processor's mask holds them off as well; a core that halts then, or looks at a flag, asks
 * the controller for urgent ones only.
 */
#include <board.h>
#include <window_ops.h>

#include "drivers/gic/arm_gic.h"

#include "arch/fence.h"

enum {
	DOOR = 0, /* the controller's number: it is the first core of the chip */
};

void board_link_route(void)
{
	arm_gic->route(BOARD_VIRTIO_IRQ);
}

void board_link_ring(void)
{
	FENCE(chip_ring, order_raise()); /* (c) */
	arm_gic->send(DOOR, BOARD_IRQ_RING);
}

void arm_link_unmask(void)
{
	gic->unmask(BOARD_IRQ_RING);
	gic->unmask(BOARD_IRQ_ALARM);
}

/* In a fast interrupt no turn can be taken. */
VEHICLE_TEXT void arm_link_ticked(void)
{
	if (port_rank == DOOR) {
		arm_gic->send(DOOR, BOARD_IRQ_ALARM);
	}
}

bool arm_link_serve(uint32_t id)
{
	if (id == BOARD_VIRTIO_IRQ) {
		vehicle_link_acknowledge();
	} else if (id != BOARD_IRQ_RING && id != BOARD_IRQ_ALARM) {
		return false;
	}
	vehicle_link_take(id != BOARD_IRQ_ALARM);
	return true;
}

void arm_link_serve_all(void)
{
	static bool serving;
	uint32_t taken;

	if (port_rank != DOOR || serving) {
		return;
	}
	serving = true; /* or an inner one would let others in */
	arm_gic->open(false);
	while (taken = gic->acknowledge(NULL),
	       GIC_ID(taken) < ARM_GIC_SPECIAL) {
		arm_link_serve(GIC_ID(taken));
		gic->end(taken);
	}
	arm_gic->open(true);
	serving = false;
}

void board_link_let_in(void)
{
	arm_link_serve_all();
}
