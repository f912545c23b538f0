/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages that have no handler where they arrive: a request goes back to its sender, with
 * the reason, in the room of its reply.  There handler 0 of the endpoint gets it.
 */
#include "messages/am/am.h"
#include "runtime/context.h"
#include "runtime/panic.h"

/* Why a request comes back, by the number that its head then has. */
static const int8_t reasons[] = {WEFT_ERR_STATE, WEFT_ERR_KEY, WEFT_ERR_NAME};

enum {
	REASONS = sizeof(reasons),
	NOT_OPEN = 0,
	OTHER_TAG = 1,
	NO_HANDLER = 2,
};

static ARCH_COLD uint32_t reason_of(const struct weft_am_message *m,
				    enum am_class class)
{
	const struct weft_am_endpoint *endpoint =
		am.endpoint[am_head_endpoint(m->head)];

	if (!endpoint) {
		return NOT_OPEN;
	}
	return class == AM_REQUEST && endpoint->tag != m->tag ? OTHER_TAG
							      : NO_HANDLER;
}

static ARCH_COLD void send_back(const struct weft_am_message *m, uint32_t from)
{
	struct am_out out = {AM_BACK, 0, m->word, m->count};

	out.head |= am_head_own(m->head) << AM_ENDPOINT_SHIFT |
		    reason_of(m, AM_REQUEST) << AM_REASON_SHIFT |
		    (m->head & AM_HANDLER);
	out.tag = am.from[am_key(from, AM_REQUEST)].got;
	am_send(from, AM_REPLY, &out);
}

ARCH_COLD void am_refuse(enum am_class class)
{
	struct weft_am_message *m = &am.message;
	uint32_t number = am_head_endpoint(m->head), reason;

	am.usual.head = AM_NO_HEAD; /* am.message holds another head now */
	if (class == AM_REQUEST) {
		send_back(m, m->from);
		m->head = 0;
		return;
	}
	reason = m->head & AM_BACK ? am_head_own(m->head)
				   : reason_of(m, AM_REPLY);
	am_come_back(m, m->from, number,
		     reasons[reason < REASONS ? reason : 0]);
	m->reason = WEFT_OK;
}

ARCH_COLD void am_come_back(struct weft_am_message *m, uint32_t from,
			    uint32_t number, int reason)
{
	const struct weft_am_endpoint *endpoint = am.endpoint[number];
	enum rt_context before = rt_context;

	if (!endpoint || endpoint->handlers == 0 || !endpoint->handler[0]) {
		rt_panic("a message has come back, and its endpoint has no "
			 "handler 0");
	}
	m->count = am_head_count(m->head);
	m->handler = m->head & AM_HANDLER;
	m->head = 0;
	m->from = from;
	m->endpoint = number;
	m->reason = reason;
	m->arg = endpoint->arg;
	rt_context = RT_HANDLER;
	endpoint->handler[0](m);
	rt_context = before;
}
