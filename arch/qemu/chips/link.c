/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The door's interrupts by the link, and its device, which is QEMU's virtio-net.
 *
 * An interrupt of the link is one of three: another core rings, a frame has come, or an
 * alarm's time has.  All mean the same: a turn is due.  It is taken at once if the door
 * waits, or if nothing holds it back; otherwise when that time has come, or the door waits.
 */
#include <board.h>

#include "arch/common/far/chip/door.h"
#include "arch/qemu/link.h"
#include "drivers/virtio/virtio_net.h"

enum {
	FRAME_BYTES = 1056,
};

static struct virtio_net net;
static uint64_t alarm_at = ARCH_NEVER, held_until;
static bool due, rests;

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

void arch_link_alarm(uint64_t deadline)
{
	if (deadline < alarm_at) {
		alarm_at = deadline;
		vehicle_tick_at(deadline);
	}
}

void arch_link_hold(uint64_t until)
{
	held_until = until;
}

/* What has been armed may have come, or may have been for something else. */
static void arm_again(void)
{
	vehicle_tick_at(due && held_until < alarm_at ? held_until : alarm_at);
}

void vehicle_link_take(bool rung)
{
	uint64_t now;

	if (!is_door()) {
		return;
	}
	now = arch_cycles();
	due |= rung;
	if (alarm_at <= now) {
		alarm_at = ARCH_NEVER;
		due = true;
	}
	if (due && (rests || held_until <= now)) {
		due = false;
		far_door_turn();
	}
	arm_again();
}

void vehicle_link_acknowledge(void)
{
	virtio_net_acknowledge(&net);
}

void vehicle_link_rest(bool does)
{
	rests = does;
}

bool vehicle_link_due(void)
{
	if (!due) {
		return false;
	}
	due = false;
	far_door_turn();
	arm_again();
	return true;
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
