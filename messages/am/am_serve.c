/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/inline.h"
#include "messages/am/am.h"
#include "runtime/context.h"
#include "runtime/panic.h"

/* Why a message comes back, in four bits of the head of what is returned. */
static const int8_t why[] = {WEFT_ERR_STATE, WEFT_ERR_REFUSED, WEFT_ERR_NAME};

enum {
	WHYS = sizeof(why)
};

/* Handlers run in their own context, whoever serves. */
static inline void run(weft_am_handler *handler, struct weft_am_message *m)
{
	enum rt_context before = rt_context;

	rt_context = RT_HANDLER;
	handler(m);
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

/* Why a message has no handler here. */
static ARCH_COLD uint32_t why_not(const struct weft_am_message *m,
				  enum am_class class)
{
	const struct weft_am_endpoint *endpoint =
		am.endpoint[m->head >> AM_ENDPOINT & 15];

	if (!endpoint) {
		return 0;
	}
	return class == AM_REQUEST && endpoint->tag != m->tag ? 1 : 2;
}

/* Back to its sender, in the room of its reply. */
static ARCH_COLD void refuse(const struct weft_am_message *m, uint32_t from)
{
	struct am_out out = {UINT32_C(1) << AM_RETURNED, 0, m->word, m->count};

	out.head |= (m->head >> AM_OWN & 15) << AM_ENDPOINT |
		    why_not(m, AM_REQUEST) << AM_OWN | (m->head & 0xff);
	out.tag = am.got[am_key(from, AM_REQUEST)];
	am_send(from, AM_REPLY, &out);
}

static ARCH_COLD void not_here(struct weft_am_message *m, enum am_class class,
			       uint32_t from)
{
	uint32_t number = m->head >> AM_ENDPOINT & 15, reason;

	if (class == AM_REQUEST) {
		refuse(m, from);
		m->head = 0;
		return;
	}
	reason = m->head >> AM_RETURNED & 1 ? m->head >> AM_OWN & 15
					    : why_not(m, class);
	am_come_back(m, from, number, why[reason < WHYS ? reason : 0]);
	m->reason = WEFT_OK;
}

/* A word at a thread that may wait for room; it polls, or waits for that word. */
static void free_request(uint32_t from, uint32_t number)
{
	arch_inline_flag_write(from, rt_flag(am.freed, am.me), number);
	if (am.peer[from].reception < WEFT_AM_INTERRUPT) {
		/* It may poll, or be me. */
		am_tell(from, am_news(AM_NEWS_CREDIT | am.me, number));
	}
}

static ARCH_COLD __attribute__((noinline)) void
get_rest(struct weft_am_message *m, uint32_t key, uint32_t number)
{
	arch_inline_get_words(&m->word[AM_IN_LINE], am.me, am_rest(key, number),
			      WEFT_AM_WORDS - AM_IN_LINE);
}

/* Its handler is not here, or does not want it: errors return to the sender. */
static ARCH_COLD __attribute__((noinline)) void
serve_other(struct weft_am_message *m, uint32_t key)
{
	not_here(m, key & 1, key >> 1);
}

static inline void take_words(struct weft_am_message *m, uint32_t line,
			      uint32_t count)
{
	/* The tag and they are in a row here, too. */
	arch_inline_get_words(&m->tag, am.me, line + 4, 1 + count);
}

/*
 * What the sender's byte is once it tells of no more than that.  A byte as it was when
 * looked at would not do: it comes round after 16 messages, which may be found by other
 * ways.
 */
static inline void take_note(uint32_t key)
{
	uint8_t *known = &((uint8_t *)am.known)[key >> 1];

	if (key & AM_REPLY) {
		*known = (uint8_t)((*known & 0xf0) | ((*known + 1) & 15));
	} else {
		*known = (uint8_t)(*known + 16);
	}
}

/* The reading of the head is an acquire: all words are there. */
void am_take(uint32_t key, uint32_t line, uint32_t head)
{
	struct weft_am_message *m = &am.message;
	uint32_t number = ++am.got[key];
	uint32_t from = key >> 1, index = head & AM_HANDLER;
	uint32_t count = head >> AM_COUNT & 15, to = head >> AM_ENDPOINT & 15;
	const struct weft_am_endpoint *endpoint = am.endpoint[to];
	weft_am_handler *handler = NULL;

	m->count = count;
	if (count > AM_IN_LINE) {
		get_rest(m, key, number);
		count = AM_IN_LINE;
	}
	take_words(m, line, count);
	am.likely = key;
	take_note(key);
	m->head = head;
	m->from = from;
	m->handler = index;
	m->endpoint = to;
	if (endpoint && index < endpoint->handlers) {
		m->arg = endpoint->arg;
		handler = endpoint->handler[index];
	}
	if (key & AM_REPLY) {
		am_freed(&am.peer[from], m->tag);
		if (!handler) {
			serve_other(m, key);
			return;
		}
		m->head = 0; /* no reply to it */
		run(handler, m);
		return;
	}
	if (handler && m->tag == endpoint->tag) {
		run(handler, m);
	} else {
		serve_other(m, key);
	}
	if (m->head || am.peer[from].reception != WEFT_AM_POLL) {
		m->head = 0;
		free_request(from, number); /* else the reply has said so */
	}
}

static inline uint32_t serve_slot(uint32_t key)
{
	uint32_t number = am.got[key] + 1, line = am_line(key, number);
	uint32_t head = arch_inline_flag_read(am.me, line);

	if (!am_is_head(head, number)) {
		return 0;
	}
	am_take(key, line, head);
	return 1;
}

uint32_t am_serve(uint32_t key)
{
	return serve_slot(key);
}

/* What a sender's byte says that is new. */
static uint32_t serve_core(uint32_t from, uint32_t byte)
{
	uint32_t reply = am_key(from, AM_REPLY);
	uint32_t request = am_key(from, AM_REQUEST), n = 0;
	uint32_t replies = (byte - am.got[reply]) & 15;
	uint32_t requests = ((byte >> 4) - am.got[request]) & 15;

	/* What has been served before its byte was there counts down. */
	for (; replies - 1 <= am.mask; replies--) {
		n += am_serve(reply);
	}
	for (; requests - 1 <= am.mask; requests--) {
		n += am_serve(request);
	}
	return n;
}

/* Four bytes, of which some have changed. */
static uint32_t serve_word(uint32_t first, uint32_t bytes, uint32_t known)
{
	const uint8_t *now = (const uint8_t *)&bytes;
	const uint8_t *was = (const uint8_t *)&known;
	uint32_t n = 0;

	for (uint32_t i = 0; i < 4 && first + i < am.count; i++) {
		if (now[i] != was[i]) {
			n += serve_core(first + i, now[i]);
		}
	}
	return n;
}

uint32_t am_scan(void)
{
	uint32_t n = 0;

	if (am.any_dead) {
		n += am_return_dead();
	}
	am.heard = am.news = arch_inline_flag_read(am.me, am.notice);
	arch_flags_read(am.seen, am.me, am.notice + 4, am.words);
	for (uint32_t i = 0; i < am.words; i++) {
		uint32_t bytes = am.seen[i];

		if (bytes != am.known[i]) {
			n += serve_word(i << 2, bytes, am.known[i]);
		}
	}
	return n;
}

/* It may have been served by other ways. */
static inline uint32_t named(uint32_t news)
{
	uint32_t key = news & AM_NEWS_KEY;

	am.heard = news;
	am.news = 0; /* what it was may come round before the next scan */
	return news & AM_NEWS_MESSAGE && (news >> AM_NEWS_NUMBER) !=
						 (am.got[key] & 0x7fff)
		       ? serve_slot(key)
		       : 0;
}

uint32_t am_named(uint32_t news)
{
	return named(news);
}

uint32_t am_hear(uint32_t news)
{
	if (news != am.heard && named(news)) {
		return 1;
	}
	return am_scan();
}
