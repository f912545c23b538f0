/* SPDX-License-Identifier: Apache-2.0 */
/* Delivery by chunks: a function of the application's, called where it asked. */
#include "collectives/abcast/inbox.h"
#include "topology/bits.h"
#include "runtime/park.h"
#include "runtime/progress.h"
#include "runtime/self.h"
#include "runtime/why.h"

static void call(const struct inbox *b, uint32_t from, uint32_t n)
{
	const struct inbox_slot *slot = inbox_slot(b, from, n);
	struct weft_chunk chunk = {
		.root = from,
		.message = slot->message & INBOX_MESSAGE,
		.total = inbox_total(slot),
		.offset = slot->offset,
		.bytes = slot->bytes,
		.data = slot->data,
	};

	b->handler(&chunk, b->arg);
}

static bool arrived_for_handler(struct inbox *b, uint32_t from, uint32_t n)
{
	call(b, from, n);
	return true;
}

static bool arrived_for_thread(struct inbox *b, uint32_t from, uint32_t n)
{
	(void)n;
	bits_set(b->ready, from);
	return false;
}

static bool any_ready(const struct inbox *b)
{
	return inbox_any_ready(b) && !b->calling;
}

/* One chunk; the client may add to the stream meanwhile. */
static bool deliver_one(struct inbox *b)
{
	uint32_t from = inbox_next_ready(b);
	arch_irq_state state;
	uint32_t n;

	if (from == INBOX_NOBODY) {
		return false;
	}
	b->turn = from + 1;
	n = b->stream[from].delivered + 1;
	b->calling = true;
	b->caller = rt_self();
	call(b, from, n);
	b->calling = false;
	state = arch_irq_save();
	inbox_delivered(b, from, n);
	if (b->stream[from].come == b->stream[from].delivered) {
		bits_clear(b->ready, from);
	}
	arch_irq_restore(state);
	rt_progress(); /* so that the window goes on */
	return true;
}

static const struct inbox_delivery in_handler = {
	.arrived = arrived_for_handler,
};

static const struct inbox_delivery in_thread = {
	.arrived = arrived_for_thread,
	.ready = any_ready,
	.deliver = deliver_one,
};

int inbox_on_chunk(struct inbox *b, weft_chunk_handler *handler, void *arg,
		   enum weft_where where)
{
	if (!handler) {
		return RT_WHY(WEFT_ERR_NULL, "the handler");
	}
	if (b->chunk > 0 && b->delivery != &inbox_undecided) {
		return RT_WHY(WEFT_ERR_STATE,
			      "messages are taken in another way already");
	}
	b->handler = handler;
	b->arg = arg;
	return inbox_choose(b, where == WEFT_IN_HANDLER ? &in_handler
							: &in_thread);
}

static bool inbox_chunk_has_come(void *inbox)
{
	const struct inbox *b = inbox;

	return any_ready(b) || b->closed;
}

uint32_t inbox_poll(struct inbox *b, uint32_t most, weft_us_t within)
{
	uint32_t done = 0;

	if (b->delivery != &in_thread ||
	    (b->calling && b->caller == rt_self())) {
		return 0;
	}
	if (within > 0 && most > 0 && !any_ready(b)) {
		rt_park(inbox_chunk_has_come, b, rt_deadline_in(within),
			RT_ANYONE, b->what);
	}
	while (done < most && any_ready(b) && deliver_one(b)) {
		done++;
	}
	return done;
}
