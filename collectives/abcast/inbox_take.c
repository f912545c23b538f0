/* SPDX-License-Identifier: Apache-2.0 */
/* What all ways to deliver have in common. */
#include "collectives/abcast/inbox.h"
#include "topology/bits.h"
#include "runtime/progress.h"
#include "runtime/why.h"

static ARCH_COLD bool keep(struct inbox *b, uint32_t from, uint32_t n)
{
	(void)b;
	(void)from;
	(void)n;
	return false;
}

static ARCH_COLD bool drop(struct inbox *b, uint32_t from, uint32_t n)
{
	(void)b;
	(void)from;
	(void)n;
	return true;
}

ARCH_COLD_DATA const struct inbox_delivery inbox_undecided = {
	.arrived = keep,
};
static ARCH_COLD_DATA const struct inbox_delivery dropped = {
	.arrived = drop,
};

int inbox_choose(struct inbox *b, const struct inbox_delivery *delivery)
{
	arch_irq_state state;

	if (b->chunk == 0) {
		return RT_WHY(WEFT_ERR_LIMIT, "asynchronous broadcast has no "
					      "room in the MPB in this run");
	}
	if (b->delivery != &inbox_undecided) {
		return b->delivery == delivery
			       ? WEFT_OK
			       : RT_WHY(WEFT_ERR_STATE, "messages are taken in "
							"another way already");
	}
	state = arch_irq_save();
	b->delivery = delivery;
	b->late = true;
	rt_progress(); /* masked: a handler would begin with what is new */
	arch_irq_restore(state);
	return WEFT_OK;
}

void inbox_delivered(struct inbox *b, uint32_t from, uint32_t n)
{
	arch_irq_state state = arch_irq_save();
	struct inbox_stream *s = &b->stream[from];

	while (n != s->come &&
	       inbox_is_no_message(inbox_slot(b, from, n + 1))) {
		n++;
	}
	s->delivered = n;
	b->delivered(from);
	arch_irq_restore(state);
}

void inbox_drop(struct inbox *b)
{
	b->delivery = &dropped;
	for (uint32_t from = 0; from < b->count; from++) {
		inbox_delivered(b, from, b->stream[from].come);
	}
}

bool inbox_any_ready(const struct inbox *b)
{
	uint32_t any = 0;

	for (uint32_t w = 0; w << 5 < b->count; w++) {
		any |= b->ready[w];
	}
	return any != 0;
}

uint32_t inbox_next_ready(const struct inbox *b)
{
	uint32_t at = b->turn;

	for (uint32_t i = 0; i < b->count; i++, at++) {
		if (at >= b->count) {
			at = 0;
		}
		if (bits_has(b->ready, at)) {
			return at;
		}
	}
	return INBOX_NOBODY;
}
