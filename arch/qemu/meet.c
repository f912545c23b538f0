/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All cores meet before any enters weft_start, so that no interrupt is sent to
 * one that cannot take it yet.  They halt meanwhile, with all interrupts masked:
 * where QEMU runs one vCPU at a time the others run only when this one does not.
 */
#include <board.h>

static bool all_ready(void)
{
	for (uint32_t rank = 1; rank < port_count; rank++) {
		if (!VEHICLE->ready[rank]) {
			return false;
		}
	}
	return true;
}

bool vehicle_gather(uint64_t until)
{
	while (!all_ready()) {
		if (arch_cycles() >= until) {
			return false;
		}
		vehicle_halt(until, false);
	}
	return true;
}

void vehicle_release(void)
{
	VEHICLE->go = 1;
	for (uint32_t rank = 1; rank < port_count; rank++) {
		vehicle_kick(rank);
	}
}

void vehicle_join(void)
{
	VEHICLE->ready[port_rank] = 1;
	vehicle_kick(0);
	while (!VEHICLE->go) {
		vehicle_halt(ARCH_NEVER, false);
	}
}
