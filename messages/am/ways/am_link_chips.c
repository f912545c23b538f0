/* SPDX-License-Identifier: Apache-2.0 */
/* The link of this chip as one that Active Messages poll: its door looks at it by calls. */
#include "arch/arch.h"
#include "arch/links.h"
#include "arch/nodes.h"
#include "messages/am/ways/am_way.h"
#include "runtime/context.h"

#ifdef ARCH_LINKS

enum {
	CHIPS_HOLD_US = 200, /* without a look: then interrupts come again */
};

/* A way to a core of another chip is as any other. */
static int am_chips_send(struct weft_am_link *link,
			 const struct weft_am_packet *packet, weft_us_t within)
{
	(void)link;
	(void)packet;
	(void)within;
	return WEFT_ERR_STATE;
}

/* Messages lie in slots and queues of this chip afterwards: there is nothing to give. */
static bool am_chips_take(struct weft_am_link *link,
			  struct weft_am_packet *packet)
{
	arch_irq_state state = arch_irq_save();

	(void)packet;
	link->brought +=
		far_door_look(arch_cycles() + arch_cycles_in_us(CHIPS_HOLD_US));
	arch_irq_restore(state);
	return false;
}

static bool am_chips_serves(void)
{
	return arch_nodes() > 1 && arch_rank() == arch_link_door();
}

ARCH_COLD int weft_am_link_chips(struct weft_am_link *link)
{
	RT_THREAD_ONLY();
	if (!link) {
		return WEFT_ERR_NULL;
	}
	if (!am_chips_serves()) {
		return RT_WHY(WEFT_ERR_STATE, "this core serves no link");
	}
	link->send = am_chips_send;
	link->take = am_chips_take;
	return WEFT_OK;
}

#else

ARCH_COLD int weft_am_link_chips(struct weft_am_link *link)
{
	RT_THREAD_ONLY();
	return link ? RT_WHY(WEFT_ERR_STATE, "this core serves no link")
		    : WEFT_ERR_NULL;
}

#endif
