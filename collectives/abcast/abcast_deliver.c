/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_deliver.h"
#include "collectives/abcast/abcast_engine.h"
#include "topology/bits.h"
#include "runtime/irq.h"
#include "runtime/park.h"
#include "runtime/progress.h"

static ARCH_COLD bool keep(uint32_t root, uint32_t n)
{
	(void)root;
	(void)n;
	return false;
}

static ARCH_COLD bool drop(uint32_t root, uint32_t n)
{
	(void)root;
	(void)n;
	return true;
}

ARCH_COLD_DATA const struct abcast_delivery abcast_undecided = {
	.arrived = keep,
};
static ARCH_COLD_DATA const struct abcast_delivery dropped = {
	.arrived = drop,
};

const struct abcast_delivery *abcast_delivery = &abcast_undecided;
uint32_t abcast_long_messages;

bool abcast_any(const uint32_t *set)
{
	uint32_t any = 0;

	for (uint32_t w = 0; w < abcast.sets; w++) {
		any |= set[w];
	}
	return any != 0;
}

uint32_t abcast_next(const uint32_t *set, uint32_t at)
{
	for (uint32_t i = 0; i < abcast.count; i++, at++) {
		if (at >= abcast.count) {
			at = 0;
		}
		if (bits_has(set, at)) {
			return at;
		}
	}
	return ABCAST_NOBODY;
}

int abcast_choose(const struct abcast_delivery *delivery)
{
	arch_irq_state state;

	if (abcast.chunk == 0) {
		return WEFT_ERR_LIMIT;
	}
	if (abcast_delivery != &abcast_undecided) {
		return abcast_delivery == delivery ? WEFT_OK : WEFT_ERR_STATE;
	}
	state = arch_irq_save();
	abcast_delivery = delivery;
	abcast.late = true;
	rt_progress(); /* masked: a handler would begin with what is new */
	arch_irq_restore(state);
	return WEFT_OK;
}

static ARCH_COLD bool all_put(void *none)
{
	(void)none;
	return abcast.evicted || (!abcast_putting() && abcast_queue_empty());
}

UNIT void abcast_finish(void)
{
	arch_irq_state state = arch_irq_save();

	abcast_delivery = &dropped;
	abcast_accept_all();
	for (uint32_t root = 0; root < abcast.count; root++) {
		abcast_delivered(root, abcast.stream[root].copied);
	}
	arch_irq_restore(state);
	rt_park(all_put, NULL, ARCH_NEVER, RT_ANYONE,
		"its broadcasts to leave");
}

ARCH_COLD void weft_abcast_stats(struct weft_abcast_stats *stats)
{
	*stats = abcast.stats;
	stats->interrupts =
		rt_irq_taken(ARCH_IRQ_NOTIFY) + rt_irq_taken(ARCH_IRQ_TIMER);
	stats->spurious = rt_spurious;
	stats->merged = rt_merged;
}
