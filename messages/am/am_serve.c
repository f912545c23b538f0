/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "messages/am/am.h"
#include "runtime/context.h"
#include "runtime/panic.h"

/* Handlers run in their own context, whoever serves. */
static inline void run(weft_am_handler *handler, struct weft_am_message *m)
{
	enum rt_context before = rt_context;

	rt_context = RT_HANDLER;
	am.running = true;
	handler(m);
	am.running = false;
	rt_context = before;
}

ARCH_COLD void am_come_back(struct weft_am_message *m, uint32_t from,
			    uint32_t number, int reason)
{
	const struct weft_am_endpoint *endpoint = am.endpoint[number];

	if (!endpoint || endpoint->handlers == 0 || !endpoint->handler[0]) {
		rt_panic("a message has come back, and its endpoint has no "
			 "handler 0");
	}
	m->count = m->head >> AM_COUNT & 15;
	m->handler = m->head & 0xff;
	m->head = 0;
	m->from = from;
	m->endpoint = number;
	m->reason = reason;
	m->arg = endpoint->arg;
	run(endpoint->handler[0], m);
}

/* Back to its sender, in the room of its reply. */
static ARCH_COLD void refuse(struct weft_am_message *m, uint32_t from,
			     int reason)
{
	uint32_t line[AM_LINE_WORDS];

	line[0] = UINT32_C(1) << AM_RETURNED |
		  (m->head >> AM_OWN & 15) << AM_ENDPOINT |
		  (am.peer[from].got[AM_REQUEST] & 15) << AM_OWN |
		  (m->head & 0xff);
	line[1] = (uint32_t)reason;
	am_post(from, AM_REPLY, line, m->word, m->head >> AM_COUNT & 15);
}

/* Why a message has no handler here. */
static ARCH_COLD int why_not(const struct weft_am_message *m,
			     enum am_class class)
{
	const struct weft_am_endpoint *endpoint =
		am.endpoint[m->head >> AM_ENDPOINT & 15];

	if (!endpoint) {
		return WEFT_ERR_STATE;
	}
	return class == AM_REQUEST && endpoint->tag != m->tag ? WEFT_ERR_REFUSED
							      : WEFT_ERR_NAME;
}

static ARCH_COLD void not_here(struct weft_am_message *m, enum am_class class,
			       uint32_t from)
{
	if (class == AM_REQUEST) {
		refuse(m, from, why_not(m, class));
	} else if (m->head >> AM_RETURNED & 1) {
		am_come_back(m, from, m->head >> AM_ENDPOINT & 15, (int)m->tag);
	} else {
		am_come_back(m, from, m->head >> AM_ENDPOINT & 15,
			     why_not(m, class));
	}
}

/* A reply says which request it is for. */
static inline void free_reply(struct am_peer *p, uint32_t head)
{
	p->freed += ((head >> AM_OWN) - p->freed) & 15;
}

/* A word at a thread that may wait for room; it polls, or waits for that word. */
static inline void free_request(uint32_t from, uint32_t number, bool answered)
{
	uint32_t how = am.peer[from].reception;

	if (answered && how == WEFT_AM_POLL) {
		return; /* the reply has said so */
	}
	arch_flag_write(from, rt_flag(am.freed, am.me), number);
	if (how == WEFT_AM_POLL) {
		am_tell(from, am_news(AM_CREDIT, number));
	} else if (how == 0 || from == am.me) {
		/* It may poll, or be me. */
		am_tell(from, am_news(AM_CREDIT, number));
	}
}

/* The head has been seen, so all words are there. */
void am_run(enum am_class class, uint32_t from, uint32_t head)
{
	struct am_peer *p = &am.peer[from];
	uint32_t number = p->got[class] + 1;
	uint32_t slot = am_slot(from, class, number);
	uint32_t count = head >> AM_COUNT & 15, in_line = count;
	const struct weft_am_endpoint *endpoint;
	struct weft_am_message m;

	if (count > AM_IN_LINE) {
		in_line = AM_IN_LINE;
		arch_flags_read(&m.word[AM_IN_LINE], am.me,
				am.rest + slot * AM_REST_BYTES,
				WEFT_AM_WORDS - AM_IN_LINE);
	}
	arch_flags_read(&m.tag, am.me, am_line(slot) + 4, 1 + in_line);
	m.head = head;
	m.count = count;
	p->got[class] = number;
	am.known.byte[from] = (uint8_t)((p->got[AM_REPLY] & 15) << 4 |
					(p->got[AM_REQUEST] & 15));
	am_look_next(class, from, number + 1);
	m.from = from;
	m.endpoint = head >> AM_ENDPOINT & 15;
	m.handler = head & 0xff;
	m.reason = WEFT_OK;
	endpoint = am.endpoint[m.endpoint];
	if (!endpoint || m.handler >= endpoint->handlers ||
	    !endpoint->handler[m.handler] || head >> AM_RETURNED & 1 ||
	    (class == AM_REQUEST && m.tag != endpoint->tag)) {
		if (class == AM_REPLY) {
			free_reply(p, head);
		}
		not_here(&m, class, from);
		m.head = 0;
	} else {
		m.arg = endpoint->arg;
		if (class == AM_REPLY) {
			free_reply(p, head);
			m.head = 0;
		}
		run(endpoint->handler[m.handler], &m);
	}
	if (class == AM_REQUEST) {
		free_request(from, number, m.head == 0);
	}
}

bool am_serve(enum am_class class, uint32_t from)
{
	const struct am_peer *p = &am.peer[from];
	uint32_t number = p->got[class] + 1;
	uint32_t head =
		arch_flag_read(am.me, am_line(am_slot(from, class, number)));

	if (!am_is_head(head, am_head(number)) || p->returned) {
		return false;
	}
	am_run(class, from, head);
	return true;
}

/* What a sender's byte says that is new. */
static uint32_t serve_core(uint32_t from, uint32_t byte)
{
	const struct am_peer *p = &am.peer[from];
	uint32_t n = 0;
	uint32_t replies = ((byte >> 4) - p->got[AM_REPLY]) & 15;
	uint32_t requests = (byte - p->got[AM_REQUEST]) & 15;

	/* What has been served before its byte was there counts down. */
	for (; replies - 1 <= am.mask; replies--) {
		n += am_serve(AM_REPLY, from);
	}
	for (; requests - 1 <= am.mask; requests--) {
		n += am_serve(AM_REQUEST, from);
	}
	return n;
}

uint32_t am_scan(void)
{
	uint32_t n = 0;

	if (am.any_dead) {
		n += am_return_dead();
	}
	am.news = arch_flag_read(am.me, am.notice);
	arch_flags_read(am.seen, am.me, am.notice + 4, am.words);
	for (uint32_t i = 0; i < am.words; i++) {
		uint32_t bytes = am.seen[i];

		if (bytes == am.known.word[i]) {
			continue;
		}
		for (uint32_t j = 0; j < 4 && (i << 2) + j < am.count; j++) {
			uint32_t byte = ((const uint8_t *)&am.seen[i])[j];

			if (byte != am.known.byte[(i << 2) + j]) {
				n += serve_core((i << 2) + j, byte);
			}
		}
	}
	return n;
}
