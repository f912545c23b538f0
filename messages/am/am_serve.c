/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/inline.h"
#include "messages/am/am_lean.h"
#include "runtime/context.h"
#include "runtime/panic.h"

/* Why a message comes back, by four bits of the returned head. */
static const int8_t why[] = {WEFT_ERR_STATE, WEFT_ERR_REFUSED, WEFT_ERR_NAME};

enum {
	WHYS = sizeof(why),
	MOST_HAVE = 2, /* words that are read in any case */
};

/* Handlers run in their own context, whichever code serves. */
static inline void run(weft_am_handler *handler, struct weft_am_message *m)
{
	enum rt_context before = rt_context;

	rt_context = RT_HANDLER;
	handler(m);
	rt_context = before;
}

/* The index in `why` for a message that has no handler here. */
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

/* Returns it to its sender, in the room of its reply. */
static ARCH_COLD void refuse(const struct weft_am_message *m, uint32_t from)
{
	struct am_out out = {UINT32_C(1) << AM_RETURNED, 0, m->word, m->count};

	out.head |= (m->head >> AM_OWN & 15) << AM_ENDPOINT |
		    why_not(m, AM_REQUEST) << AM_OWN | (m->head & 0xff);
	out.tag = am.from[am_key(from, AM_REQUEST)].got;
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

/* Tells the sender, which may wait for room, that its request is freed. */
static inline void free_request(const struct am_peer *p, uint32_t from,
				uint32_t number)
{
	struct arch_reach to = arch_inline_reach(from);
	uint32_t news = am_news(AM_NEWS_CREDIT | am.me, number);

	if (p->reception == WEFT_AM_POLL) {
		arch_inline_flag_to(to, am.credit, number);
		arch_inline_flag_to(to, am.notice, news);
	} else if (p->reception & AM_LEAN) {
		am_lean_free(from, number);
	} else {
		arch_inline_flag_to(to, am.credit, number);
		if (p->reception < WEFT_AM_INTERRUPT) {
			am_tell(from, news); /* it may poll, or be this core */
		}
	}
}

/* The words beside the line, which few messages have. */
static ARCH_COLD __attribute__((noinline)) void
rest_words(struct weft_am_message *m, uint32_t key)
{
	arch_inline_get_words(&m->word[AM_IN_LINE], am.own,
			      am_rest(key, am.from[key].got),
			      WEFT_AM_WORDS - AM_IN_LINE);
}

static __attribute__((noinline)) void more_words(struct weft_am_message *m,
						 uint32_t key, uint32_t line)
{
	uint32_t in_line = m->count < AM_IN_LINE ? m->count : AM_IN_LINE;

	arch_inline_get_words(&m->word[MOST_HAVE], am.own,
			      line + 8 + 4 * MOST_HAVE, in_line - MOST_HAVE);
	if (m->count > AM_IN_LINE) {
		rest_words(m, key);
	}
}

/* Its handler is missing, or has another tag: the sender gets an error. */
static ARCH_COLD __attribute__((noinline)) void
serve_other(struct weft_am_message *m, uint32_t key)
{
	am.usual = AM_UNUSUAL; /* m holds another head now */
	not_here(m, key & 1, key >> 1);
}

/* Makes that head the usual one, or none if there is no such handler. */
static __attribute__((noinline)) void learn(uint32_t head, uint32_t usual)
{
	static weft_am_handler *const none;
	struct weft_am_message *m = &am.message;
	const struct weft_am_endpoint *endpoint;

	m->count = head >> AM_COUNT & 15;
	m->handler = head & AM_HANDLER;
	m->endpoint = head >> AM_ENDPOINT & 15;
	endpoint = am.endpoint[m->endpoint];
	if (!endpoint || m->handler >= endpoint->handlers) {
		am.usual = AM_UNUSUAL;
		am.usual_handler = &none;
		return;
	}
	m->arg = endpoint->arg;
	am.usual = usual;
	am.usual_tag = endpoint->tag;
	am.usual_handler = &endpoint->handler[m->handler];
}

/*
 * Counts what has been served in the copy of the sender's byte, so the copy is
 * what the byte is once it tells of no more than that.  The byte as it was at
 * the last look would not do: it comes round after 16 messages, which may all
 * have been found in other ways.
 */
static inline void note_reply(uint32_t from)
{
	uint8_t *known = &((uint8_t *)am.known)[from];

	*known = (uint8_t)am_byte_replied(*known);
}

static inline void note_request(uint32_t from)
{
	((uint8_t *)am.known)[from] += 16;
}

static inline void serve_reply(struct weft_am_message *m, struct am_peer *p,
			       weft_am_handler *handler)
{
	am_freed(p, m->tag);
	if (!handler) {
		serve_other(m, am_key(m->from, AM_REPLY));
		return;
	}
	m->head = 0; /* a reply gets no reply */
	run(handler, m);
}

ARCH_COLD void am_run_reply(uint32_t from, uint32_t usual)
{
	struct weft_am_message *m = &am.message;

	m->from = from;
	if (usual != am.usual) {
		learn(m->head, usual);
	}
	serve_reply(m, &am.peer[from], *am.usual_handler);
}

static inline void serve_request(struct weft_am_message *m, struct am_peer *p,
				 weft_am_handler *handler, uint32_t from,
				 uint32_t number)
{
	note_request(from);
	if (handler && m->tag == am.usual_tag) {
		run(handler, m);
	} else {
		serve_other(m, am_key(from, AM_REQUEST));
	}
	if (m->head || p->reception != WEFT_AM_POLL) {
		m->head = 0;
		free_request(p, from, number); /* else the reply has said so */
	}
}

/*
 * The reading of the head is an acquire: all words are there.  The whole head
 * is compared with the usual one, and with it the message's number.
 */
WEFT_REGISTERS uint32_t am_serve(uint32_t key, uint32_t otherwise)
{
	struct weft_am_message *m = &am.message;
	struct am_from *source = &am.from[key];
	uint32_t number = source->got + 1, from = key >> 1;
	uint32_t line = am_line(key, number), head, usual;
	struct am_peer *p;

	for (;;) {
		head = arch_inline_flag_at(am.own, line);
		usual = head ^ number << AM_NUMBER;
		if (usual == am.usual) {
			break;
		}
		if (usual >> AM_VALID == 1) {
			learn(head, usual);
			break;
		}
		if (otherwise >= am.long_look) {
			if (key & am.lean) {
				return am_lean_serve(key, otherwise);
			}
			if (otherwise == AM_ELSE_SCAN) {
				return am_scan();
			}
		}
		if (otherwise-- == 0) {
			return 0;
		}
	}
	source->got = number;
	am.likely = key;
	m->head = head;
	m->from = from;
	/* Tag and words lie in a row there and here. */
	arch_inline_get_words(&m->tag, am.own, line + 4, 1 + MOST_HAVE);
	if (m->count > MOST_HAVE) {
		more_words(m, key, line);
	}
	p = &am.peer[from];
	if (key & AM_REPLY) {
		note_reply(from);
		serve_reply(m, p, *am.usual_handler);
	} else {
		serve_request(m, p, *am.usual_handler, from, number);
	}
	return 1;
}

/* Serves what the sender's byte tells of since it was `known`. */
static uint32_t serve_core(uint32_t from, uint32_t byte, uint32_t known)
{
	uint32_t replies = (byte - known) & 15, n = 0;
	uint32_t requests = ((byte >> 4) - (known >> 4)) & 15;

	/*
	 * If more has been served than that byte tells of, the difference is
	 * negative: modulo 16 it is too large.
	 */
	for (; replies - 1 <= am.change; replies--) {
		n += am_serve(am_key(from, AM_REPLY), 0);
	}
	for (; requests - 1 <= am.mask; requests--) {
		n += am_serve(am_key(from, AM_REQUEST), 0);
	}
	return n;
}

/*
 * Serves the senders of some bytes in a row of the notice, if their bytes have
 * changed.  The number in news makes the order another one each time.  If one
 * sender was always served last, it would ask too late for the next look at all
 * bytes, and would have fewer turns.
 */
static uint32_t serve_some(uint32_t first)
{
	const uint8_t *now = (const uint8_t *)am.seen;
	const uint8_t *known = (const uint8_t *)am.known;
	uint32_t mix = am.news >> AM_NEWS_NUMBER & (AM_BYTES_LOOK - 1), n = 0;

	for (uint32_t i = 0; i < AM_BYTES_LOOK; i++) {
		uint32_t from = first + (i ^ mix);

		if (now[from] != known[from]) {
			n += serve_core(from, now[from], known[from]);
		}
	}
	return n;
}

static inline bool is_known(const uint32_t *now, const uint32_t *known)
{
	return ((now[0] ^ known[0]) | (now[1] ^ known[1]) |
		(now[2] ^ known[2]) | (now[3] ^ known[3])) == 0;
}

/*
 * The reading of news is an acquire: bytes written before it are there.  All
 * bytes are read before any is served.  Bytes that were read later would show
 * more messages, so their senders would have more turns.
 */
uint32_t am_scan(void)
{
	uint32_t n = 0;

	if (am.any_dead) {
		n += am_return_dead();
	}
	am.named = 0;
	am.heard = am.news = arch_inline_flag_at(am.own, am.notice);
	for (uint32_t i = 0; i < am.words; i += AM_WORDS_LOOK) {
		arch_inline_get_words(&am.seen[i], am.own,
				      am.notice + 4 + (i << 2), AM_WORDS_LOOK);
	}
	for (uint32_t i = 0; i < am.words; i += AM_WORDS_LOOK) {
		if (!is_known(am.seen + i, am.known + i)) {
			n += serve_some(i << 2);
		}
	}
	return n;
}

/*
 * If nothing has come, one word is read.  News of a message, or of a later one of its
 * sender, means that it is there, unless it has been served already.  Then all bytes are
 * scanned, as from time to time in any case.  News that names no message has a key, too.
 */
static inline uint32_t look(void)
{
	uint32_t news = arch_inline_flag_at(am.own, am.notice);

	if (news == am.news) {
		return 0;
	}
	if (am.named >= AM_NAMED_ELSE) {
		return am_scan();
	}
	am.named++;
	return am_serve(news & AM_NEWS_KEY, AM_ELSE_SCAN);
}

uint32_t am_look(void)
{
	return look();
}

int weft_am_poll(void)
{
	if ((uint32_t)rt_context >= am.ready_poll) {
		return am_poll_rarely();
	}
	return (int)look();
}
