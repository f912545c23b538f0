/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delivery by whole messages.
 *
 * The slots of a stream hold its next W chunks, so a message of up to W chunks is
 * whole there before it is taken.  Longer ones go to buffers that have been posted
 * for them (abcast_post.c); where no program posts any, they are refused.
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_deliver.h"
#include "collectives/abcast/abcast_message.h"
#include "messages/liveness.h"
#include "topology/bits.h"
#include "runtime/context.h"
#include "runtime/park.h"
#include "runtime/progress.h"

#include <string.h>

enum {
	NOTHING = 1
};

static uint32_t ready[RT_BELL_SETS]; /* roots with a whole message */
static uint32_t turn;

void abcast_message_whole(uint32_t root)
{
	bits_set(ready, root);
}

bool abcast_message_arrived(uint32_t root, uint32_t n)
{
	if (abcast_is_last(abcast_slot(root, n))) {
		abcast_message_whole(root);
	}
	return false;
}

/* The last chunk of the message that begins with n, if it is all there. */
static bool whole(uint32_t root, uint32_t n, uint32_t *last)
{
	while (n - 1 != abcast.stream[root].copied) {
		if (abcast_is_posted(root, n)) {
			return false;
		}
		if (abcast_is_last(abcast_slot(root, n))) {
			*last = n;
			return true;
		}
		n++;
	}
	return false;
}

/* A message of that root has come in part; whole ones before it stay. */
bool abcast_message_broken_off(uint32_t root)
{
	const struct abcast_stream *s = &abcast.stream[root];
	uint32_t last;

	if (s->delivered != s->copied &&
	    !whole(root, s->delivered + 1, &last)) {
		abcast_delivered(root, s->copied);
	}
	return s->delivered == s->copied;
}

static ARCH_COLD void broken_off(uint32_t root)
{
	abcast_message_broken_off(root);
}

const struct abcast_delivery abcast_messages = {
	.arrived = abcast_message_arrived,
	.broken_off = broken_off,
};

static const struct abcast_delivery *delivery(void)
{
	return &abcast_posted ? &abcast_posted : &abcast_messages;
}

/*
 * The message of this root that is whole: WEFT_OK, or WEFT_ERR_SPACE, when it is offered
 * again.  NOTHING: there is none any more.
 */
static int take(uint32_t root, char *buffer, size_t size,
		struct weft_message *message)
{
	uint32_t n = abcast.stream[root].delivered + 1, last;
	const struct abcast_slot *slot = abcast_slot(root, n);
	arch_irq_state state = arch_irq_save();
	/* Older than all that is in slots. */
	bool posted = delivery()->take && delivery()->take(root, message);
	bool eager = !posted && whole(root, n, &last);

	if (!posted && !eager) {
		bits_clear(ready, root);
	}
	arch_irq_restore(state);
	if (!eager) {
		return posted ? WEFT_OK : NOTHING;
	}
	message->root = root;
	message->message = slot->message & ~ABCAST_RESTART;
	message->bytes = abcast_total(slot);
	message->data = buffer;
	if (message->bytes > size) {
		return WEFT_ERR_SPACE;
	}
	for (;; n++) {
		slot = abcast_slot(root, n);
		memcpy(buffer + slot->offset, slot->data, slot->bytes);
		if (n == last) {
			break;
		}
	}
	state = arch_irq_save();
	abcast_delivered(root, last);
	if (delivery()->taken) {
		delivery()->taken(root, last);
	}
	arch_irq_restore(state);
	rt_progress();
	return WEFT_OK;
}

static bool any_ready(void *none)
{
	(void)none;
	return abcast_any(ready) || abcast.evicted;
}

int weft_abcast_recv(void *buffer, size_t size, struct weft_message *message,
		     weft_us_t within)
{
	uint64_t deadline = rt_deadline_in(within);
	int error = WEFT_OK;

	RT_THREAD_ONLY();
	if (!message || (size > 0 && !buffer)) {
		return WEFT_ERR_NULL;
	}
	if (abcast_delivery != delivery()) {
		error = abcast_choose(delivery());
	}
	while (!error) {
		uint32_t root = abcast_next(ready, turn);

		if (root != ABCAST_NOBODY) {
			error = take(root, buffer, size, message);
			/* One too long for the buffer is offered again. */
			turn = error == WEFT_ERR_SPACE ? root : root + 1;
			if (error != NOTHING) {
				break;
			}
			error = WEFT_OK;
		} else if (abcast.evicted) {
			error = WEFT_ERR_DEAD;
		} else {
			error = rt_park(any_ready, NULL, deadline, RT_ANYONE,
					"a broadcast message");
		}
	}
	return error;
}

/* Without buffers there is none that takes a long one, but in chunks. */
ARCH_COLD int abcast_refused(uint32_t bytes, struct weft_request *request)
{
	for (uint32_t core = 0; core < abcast.count; core++) {
		if (core != abcast.me && !liveness_is_dead(core) &&
		    !abcast_accepts_all(core) &&
		    !(abcast_has_posted && abcast_has_posted(core, bytes))) {
			request->peer = core;
			return WEFT_ERR_REFUSED;
		}
	}
	return WEFT_OK;
}
