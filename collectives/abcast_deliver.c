/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast.h"
#include "collectives/abcast_deliver.h"
#include "collectives/abcast_engine.h"
#include "runtime/irq.h"
#include "runtime/park.h"
#include "runtime/progress.h"

const struct abcast_delivery *abcast_delivery;
int (*abcast_refused)(uint32_t bytes, struct weft_request *request);

/* Chunks that came when nobody had chosen.  Masked, outside the gate. */
static void catch_up(void)
{
	for (uint32_t root = 0; root < abcast.count; root++) {
		const struct abcast_stream *s = &abcast.stream[root];
		uint32_t n = s->delivered;

		while (root != abcast.me && n != s->copied) {
			if (abcast_delivery->arrived(root, ++n)) {
				abcast_delivered(root, n);
			}
		}
	}
}

int abcast_choose(const struct abcast_delivery *delivery)
{
	arch_irq_state state;

	if (abcast.chunk == 0) {
		return WEFT_ERR_LIMIT;
	}
	if (abcast_delivery) {
		return abcast_delivery == delivery ? WEFT_OK : WEFT_ERR_STATE;
	}
	state = arch_irq_save();
	abcast_delivery = delivery;
	catch_up();
	arch_irq_restore(state);
	rt_progress();
	return WEFT_OK;
}

static bool all_put(void *none)
{
	(void)none;
	return !abcast_putting() && abcast.queue_head == abcast.queue_tail;
}

void abcast_finish(void)
{
	arch_irq_state state = arch_irq_save();

	abcast.discard = true;
	for (uint32_t root = 0; root < abcast.count; root++) {
		abcast_delivered(root, abcast.stream[root].copied);
	}
	arch_irq_restore(state);
	rt_park(all_put, NULL, ARCH_NEVER, RT_ANYONE, "its broadcasts to leave");
}

void weft_abcast_stats(struct weft_abcast_stats *stats)
{
	*stats = abcast.stats;
	stats->interrupts = rt_irq_taken(ARCH_IRQ_NOTIFY) +
			    rt_irq_taken(ARCH_IRQ_TIMER);
	stats->spurious = rt_spurious;
	stats->merged = rt_merged;
}
