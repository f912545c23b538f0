/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chips as nodes, and the simulator's link as a device (arch/links.h).  A frame is copied by
 * the device, so one that was sent is done at once.
 */
#include "arch/barrier.h"
#include "arch/common/far/chip/door.h"
#include "arch/common/far/far_say.h"
#include "arch/nodes.h"
#include "arch/sim/port.h"

static struct lane {
	struct link_device device;
	struct link_frame *given, *sent;
} lanes[ARCH_LINK_LANES];

SIM_UNCHARGED uint32_t arch_nodes(void)
{
	return sim_host->chips;
}

SIM_UNCHARGED uint32_t arch_node(uint32_t rank)
{
	return far_node(sim_host->firsts, sim_host->chips, rank);
}

SIM_UNCHARGED uint32_t far_first(uint32_t node)
{
	return sim_host->firsts[node];
}

SIM_UNCHARGED void far_leave(const uint32_t *chips)
{
	sim_host->link_leave(chips);
}

SIM_UNCHARGED uint32_t arch_link_door(void)
{
	return sim_host->first;
}

void arch_barrier_quiet(void)
{
	if (sim_host->chips > 1) {
		far_barrier_quiet();
	}
	sim_near_quiet();
}

static SIM_UNCHARGED struct lane *lane_of(struct link_device *device)
{
	return (struct lane *)(void *)device;
}

static SIM_UNCHARGED uint32_t number(const struct lane *lane)
{
	return (uint32_t)(lane - lanes);
}

static SIM_UNCHARGED bool send(struct link_device *device, uint32_t to,
			       struct link_frame *frame)
{
	struct lane *lane = lane_of(device);

	if (!sim_host->link_send(number(lane), to, &frame->header,
				 frame->bytes)) {
		return false;
	}
	frame->of_device = lane->sent;
	lane->sent = frame;
	return true;
}

static SIM_UNCHARGED struct link_frame *done(struct link_device *device)
{
	struct lane *lane = lane_of(device);
	struct link_frame *frame = lane->sent;

	lane->sent = frame ? frame->of_device : NULL;
	return frame;
}

static SIM_UNCHARGED struct link_frame *next(struct link_device *device)
{
	struct lane *lane = lane_of(device);
	struct link_frame *frame = lane->given;

	if (frame) {
		frame->bytes =
			sim_host->link_receive(number(lane), &frame->header);
	}
	if (!frame || !frame->bytes) {
		return NULL;
	}
	lane->given = frame->of_device;
	return frame;
}

static SIM_UNCHARGED void give(struct link_device *device,
			       struct link_frame *frame)
{
	struct lane *lane = lane_of(device);

	frame->of_device = lane->given;
	lane->given = frame;
}

SIM_UNCHARGED uint32_t arch_link_lanes(void)
{
	return sim_host->lanes;
}

SIM_UNCHARGED struct link_device *arch_link_lane(uint32_t lane)
{
	lanes[lane].device = (struct link_device){
		.send = send,
		.done = done,
		.next = next,
		.give = give,
		.most = sim_host->link_bytes,
	};
	return &lanes[lane].device;
}

SIM_UNCHARGED struct link_device *arch_link_device(void)
{
	return arch_link_lane(0);
}

SIM_UNCHARGED void arch_link_ring(void)
{
	FENCE(sim_ring_drain, sim_host->drain_flags(sim_at(sim_host->first)));
	sim_run(sim_host->costs.raise);
	sim_host->link_ring(sim_at(sim_host->first));
}

SIM_UNCHARGED void arch_link_hold(uint64_t until)
{
	sim_host->link_hold(sim_moment(until));
}

SIM_UNCHARGED void arch_link_alarm(uint64_t deadline)
{
	sim_host->link_alarm(sim_moment(deadline));
}
