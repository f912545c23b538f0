/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link of a Wormhole: the door looks for what is due, since nothing interrupts it.  It
 * looks at its Ethernet tiles LOOK clocks after the last time, at the soonest.
 */
#include <board.h>

#include "arch/boot.h"
#include "arch/common/far/chip/door.h"
#include "arch/common/far/chip/due.h"
#include "arch/common/far/far_say.h"
#include "arch/nodes.h"
#include "arch/tensix/chips/ethernet.h"
#include "arch/tensix/order.h"
#include "arch/tensix/stage.h"

enum {
	LOOK = 400,
};

static struct ethernet net;
static uint64_t look_at;
static bool looks;

void tensix_link_open(void)
{
	const struct arch_boot *record = arch_boot();

	if (arch_nodes() < 2) {
		return;
	}
	if (far_is_door() &&
	    !ethernet_open(&net,
			   (const uint32_t *)record->port[TENSIX_PORT_WIRES],
			   arch_nodes())) {
		far_links_fault("no device of a link");
	}
	far_door_open();
}

struct link_device *arch_link_device(void)
{
	return &net.device;
}

/* Nothing has to be armed: it is looked at again and again. */
void far_due_at(uint64_t at)
{
	(void)at;
}

void arch_link_ring(void)
{
	/* (c): after all writes before. */
	stage_word(arch_link_door(), (uint32_t)(uintptr_t)&tensix_shared.link,
		   1);
}

static bool rung(void)
{
	if (tensix_shared.link) {
		tensix_shared.link = 0;
		FENCE(tensix_link_rung, tensix_landed(&tensix_shared.link));
		return true;
	}
	if (arch_cycles() < look_at) {
		return false;
	}
	look_at = arch_cycles() + LOOK;
	return ethernet_has(&net);
}

/* Not within a turn. */
void tensix_link_look(bool waits)
{
	arch_irq_state state = tensix->masked;

	if (arch_nodes() < 2 || !far_is_door() || looks) {
		return;
	}
	looks = true;
	tensix->masked = 1;
	far_due_rest(waits);
	far_due_take(rung());
	far_due_rest(false);
	tensix->masked = state;
	looks = false;
}

void board_far_quiet(void)
{
	if (arch_nodes() > 1) {
		far_quiet();
	}
}

/* Each tile has a record of its own. */
void far_leave(const uint32_t *chips)
{
	port_chips_leave((struct arch_boot *)(uintptr_t)arch_boot(), chips);
	tensix_where_init();
}
