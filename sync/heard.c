/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/fence.h"
#include "sync/heard.h"
#include "messages/notify.h"
#include "runtime/bell.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "runtime/why.h"

#include <weft/types.h>

static struct sync_heard *all;
static uint32_t channel;

ARCH_COLD int sync_may_hear(void)
{
	return arch_count() > RT_BELLS
		       ? RT_WHY(WEFT_ERR_LIMIT, "more than 255 cores")
		       : WEFT_OK;
}

ARCH_COLD int sync_hear(struct sync_heard *heard)
{
	arch_irq_state state;

	if (sync_may_hear()) {
		return WEFT_ERR_LIMIT;
	}
	/*
	 * The words that it looks at were preset; a bell of before may still come.  Pairs
	 * with the reads of them in h->heard().
	 */
	FENCE(heard_preset, arch_settle(arch_rank()));
	state = arch_irq_save();
	heard->next = all;
	all = heard;
	rt_bells_used = true;
	arch_irq_restore(state);
	rt_progress(); /* which is linked by this call */
	return WEFT_OK;
}

ARCH_COLD void sync_hear_no_more(struct sync_heard *heard)
{
	arch_irq_state state = arch_irq_save();
	struct sync_heard **at = &all;

	while (*at != heard) {
		at = &(*at)->next;
	}
	*at = heard->next;
	arch_irq_restore(state);
}

void sync_ring(uint32_t core)
{
	notify_ring(core, 1, channel);
}

static void heard_notified(uint32_t from, uint32_t times)
{
	(void)times;
	for (struct sync_heard *h = all; h; h = h->next) {
		h->heard(h, from);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "heard",
	.notified = heard_notified,
	.channel = &channel,
	.looks = 1,
};
RT_PART(part);
