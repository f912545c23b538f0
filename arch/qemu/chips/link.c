/* SPDX-License-Identifier: Apache-2.0 */
/* The door's device, which is QEMU's virtio-net, and its interrupts (due.h). */
#include <board.h>

#include "arch/common/far/chip/door.h"
#include "arch/common/far/chip/due.h"
#include "arch/qemu/link.h"
#include "drivers/virtio/virtio_net.h"

#include <far_port.h>

/* With the usual 30 us a chip that begins a second after another one is given up. */
_Static_assert(FAR_ROUND_TRIP_US == 1000, "another port's <far_port.h>");

enum {
	FRAME_BYTES = 1056,
};

static struct virtio_net net;

static bool is_door(void)
{
	return port_rank == 0;
}

/* Private DRAM lies in a row, and so do .data and .bss in it. */
static uint32_t physical(const volatile void *at)
{
	return vehicle_dram(arch_boot(), port_rank) + (uint32_t)at -
	       BOARD_DRAM_VA;
}

static void link_device_open(void)
{
	if (!virtio_net_open(&net, BOARD_VIRTIO, arch_node(port_first),
			     FRAME_BYTES, physical)) {
		far_links_fault("no device of a link");
	}
	board_link_route();
}

void vehicle_link_open(void)
{
	if (arch_nodes() < 2) {
		return;
	}
	if (is_door()) {
		link_device_open();
	}
	far_door_open();
}

struct link_device *arch_link_device(void)
{
	return &net.device;
}

void arch_link_ring(void)
{
	board_link_ring();
}

void far_due_at(uint64_t at)
{
	vehicle_tick_at(at);
}

void vehicle_link_take(bool rung)
{
	if (is_door()) {
		far_due_take(rung);
	}
}

void vehicle_link_acknowledge(void)
{
	virtio_net_acknowledge(&net);
}

void vehicle_link_rest(bool does)
{
	far_due_rest(does);
}

bool vehicle_link_due(void)
{
	return far_due_now();
}

void vehicle_link_look(void)
{
	uint32_t state;

	if (is_door() && arch_nodes() > 1) {
		state = vehicle_mask();
		if (!vehicle_is_open(state)) {
			board_link_let_in();
		}
		vehicle_unmask(state);
	}
}
