/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delivery by whole messages.
 *
 * The slots of a stream hold its next W chunks, so a message of up to W chunks is
 * whole there before it is taken.  Longer ones go to buffers that have been posted
 * for them (inbox_post.c).
 */
#include <string.h>

#include "collectives/abcast/inbox.h"
#include "topology/bits.h"
#include "runtime/park.h"
#include "runtime/progress.h"
#include "runtime/why.h"

enum {
	NOTHING = 1
};

bool inbox_message_arrived(struct inbox *b, uint32_t from, uint32_t n)
{
	if (inbox_is_last(inbox_slot(b, from, n))) {
		bits_set(b->ready, from);
	}
	return false;
}

/* The last chunk of the message that begins with n, if it is all there. */
static bool whole(const struct inbox *b, uint32_t from, uint32_t n,
		  uint32_t *last)
{
	while (n - 1 != b->stream[from].come) {
		const struct inbox_slot *slot = inbox_slot(b, from, n);

		if (inbox_is_posted(slot)) {
			return false;
		}
		if (inbox_is_last(slot)) {
			*last = n;
			return true;
		}
		n++;
	}
	return false;
}

/* A message of that core has come in part; whole ones before it stay. */
void inbox_message_broken_off(struct inbox *b, uint32_t from)
{
	const struct inbox_stream *s = &b->stream[from];
	uint32_t last;

	if (s->delivered != s->come &&
	    !whole(b, from, s->delivered + 1, &last)) {
		inbox_delivered(b, from, s->come);
	}
}

const struct inbox_delivery inbox_messages = {
	.arrived = inbox_message_arrived,
	.broken_off = inbox_message_broken_off,
};

/*
 * The message of this core that is whole: WEFT_OK, or WEFT_ERR_SPACE, when it is offered
 * again.  NOTHING: there is none any more.
 */
static int inbox_message_take(struct inbox *b, uint32_t from, char *buffer,
			      size_t size, struct weft_message *message)
{
	const struct inbox_delivery *d = b->delivery;
	/* Masked first: a handler may forget what has come in part. */
	arch_irq_state state = arch_irq_save();
	uint32_t n = b->stream[from].delivered + 1, last;
	const struct inbox_slot *slot = inbox_slot(b, from, n);
	/* Older than all that is in slots. */
	bool posted = d->take && d->take(b, from, message);
	bool eager = !posted && whole(b, from, n, &last);

	if (!posted && !eager) {
		bits_clear(b->ready, from);
	}
	arch_irq_restore(state);
	if (!eager) {
		return posted ? WEFT_OK : NOTHING;
	}
	message->root = from;
	message->message = slot->message & INBOX_MESSAGE;
	message->bytes = inbox_total(slot);
	message->data = buffer;
	if (message->bytes > size) {
		return RT_WHY(
			WEFT_ERR_SPACE,
			"the message is longer than the buffer, and stays");
	}
	for (;; n++) {
		slot = inbox_slot(b, from, n);
		memcpy(buffer + slot->offset, slot->data, slot->bytes);
		if (n == last) {
			break;
		}
	}
	state = arch_irq_save();
	inbox_delivered(b, from, last);
	if (d->taken) {
		d->taken(b, from);
	}
	arch_irq_restore(state);
	rt_progress();
	return WEFT_OK;
}

static bool any_ready(void *inbox)
{
	const struct inbox *b = inbox;

	return inbox_any_ready(b) || b->closed;
}

int inbox_recv(struct inbox *b, void *buffer, size_t size,
	       struct weft_message *message, weft_us_t within)
{
	uint64_t deadline = rt_deadline_in(within);
	int error;

	if (!message || (size > 0 && !buffer)) {
		return RT_WHY(WEFT_ERR_NULL, "message or buffer");
	}
	error = inbox_choose(b,
			     b->posts ? b->posts->delivery : &inbox_messages);
	while (!error) {
		uint32_t from = inbox_next_ready(b);

		if (from != INBOX_NOBODY) {
			error = inbox_message_take(b, from, buffer, size,
						   message);
			/* One too long for the buffer is offered again. */
			b->turn = error == WEFT_ERR_SPACE ? from : from + 1;
			if (error != NOTHING) {
				break;
			}
			error = WEFT_OK;
		} else if (b->closed) {
			error = WEFT_ERR_DEAD;
		} else {
			error = rt_park(any_ready, b, deadline, RT_ANYONE,
					b->what);
		}
	}
	return error;
}
