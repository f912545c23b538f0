/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Serving one message: from its slot into am.message, its handler, and the slot's freeing.
 *
 * Most messages that a core gets have the same head but for the number.  So the last head
 * with a handler is kept (struct am_usual), and what it says is left in am.message.  One
 * comparison then checks that the slot has the message, that its endpoint is open and that its
 * handler is in the table.
 */
#include "arch/arch.h"
#include "arch/inline.h"
#include "messages/am/am_lean.h"
#include "runtime/context.h"

enum {
	WORDS_ANYWAY = 2, /* that are read in any case */
};

/* Handlers run in their own context, whichever code serves. */
static inline void run(weft_am_handler *handler, struct weft_am_message *m)
{
	enum rt_context before = rt_context;

	rt_context = RT_HANDLER;
	handler(m);
	rt_context = before;
}

/* Tells the sender, which may wait for room, that its request is freed. */
static inline void free_request(const struct am_peer *p, uint32_t from,
				uint32_t number)
{
	struct arch_reach to = arch_inline_reach(from);
	uint32_t news = am_news(am.at.news_freed, number);

	if (p->reception == WEFT_AM_POLL) {
		/* It sleeps at its notice alone. */
		arch_inline_flag_unheard(to, am.at.credit, number);
		arch_inline_flag_to(to, am.at.notice, news);
	} else if (p->reception & AM_LEAN) {
		am_lean_free(from, number);
	} else {
		arch_inline_flag_to(to, am.at.credit, number);
		if (p->reception < WEFT_AM_INTERRUPT) {
			am_tell(from, news); /* it may poll, or be this core */
		}
	}
}

/* The words beside the line, which few messages have. */
static ARCH_COLD __attribute__((noinline)) void rest_words(uint32_t key)
{
	arch_inline_get_words(&am.message.word[AM_IN_LINE], am.own,
			      am_rest(key, am.from[key].got),
			      WEFT_AM_WORDS - AM_IN_LINE);
}

/* .. and those of the line that were not read yet. */
static __attribute__((noinline)) void more_words(uint32_t key, uint32_t line)
{
	struct weft_am_message *m = &am.message;
	uint32_t in_line = m->count < AM_IN_LINE ? m->count : AM_IN_LINE;

	arch_inline_get_words(&m->word[WORDS_ANYWAY], am.own,
			      line + 8 + 4 * WORDS_ANYWAY,
			      in_line - WORDS_ANYWAY);
	if (m->count > AM_IN_LINE) {
		rest_words(key);
	}
}

/* Makes that head the usual one, or none if there is no such handler. */
static __attribute__((noinline)) void learn(uint32_t plain)
{
	static weft_am_handler *const none;
	struct weft_am_message *m = &am.message;
	const struct weft_am_endpoint *endpoint;

	m->count = am_head_count(plain);
	m->handler = plain & AM_HANDLER_OR_BACK;
	m->endpoint = am_head_endpoint(plain);
	endpoint = am.endpoint[m->endpoint];
	if (!endpoint || m->handler >= endpoint->handlers) {
		am.usual.head = AM_NO_HEAD;
		am.usual.handler = &none;
		return;
	}
	m->arg = endpoint->arg;
	am.usual.head = plain;
	am.usual.tag = endpoint->tag;
	am.usual.handler = &endpoint->handler[m->handler];
}

/*
 * Counts what has been served in the copy of the sender's byte, so the copy is
 * what the byte is once it tells of no more than that.  The byte as it was at
 * the last look would not do: it comes round after 16 messages, which may all
 * have been found in other ways.
 */
static inline void note_reply(uint32_t from)
{
	uint8_t *known = &((uint8_t *)am.look.known)[from];

	*known = (uint8_t)am_byte_replied(*known);
}

static inline void note_request(uint32_t from)
{
	((uint8_t *)am.look.known)[from] += AM_BYTE_REQUEST;
}

static inline void serve_reply(struct weft_am_message *m, struct am_peer *p,
			       weft_am_handler *handler)
{
	am_freed(p, m->tag);
	if (!handler) {
		am_refuse(AM_REPLY);
		return;
	}
	m->head = 0; /* a reply gets no reply */
	run(handler, m);
}

ARCH_COLD void am_run_reply(uint32_t from, uint32_t plain)
{
	struct weft_am_message *m = &am.message;

	m->from = from;
	if (plain != am.usual.head) {
		learn(plain);
	}
	serve_reply(m, &am.peer[from], *am.usual.handler);
}

static inline void serve_request(struct weft_am_message *m, struct am_peer *p,
				 weft_am_handler *handler, uint32_t from,
				 uint32_t number)
{
	note_request(from);
	if (handler && m->tag == am.usual.tag) {
		run(handler, m);
	} else {
		am_refuse(AM_REQUEST);
	}
	if (m->head || p->reception != WEFT_AM_POLL) {
		m->head = 0;
		free_request(p, from, number); /* else the reply has said so */
	}
}

/*
 * am.message has a head.  Is it that of the next message of that key, or is that there
 * after up to so many looks more?  It is the usual one from then on.  If not,
 * am.usual.served handlers have run otherwise.
 */
static inline bool find_head(uint32_t key, uint32_t looks, uint32_t line,
			     uint32_t number)
{
	struct weft_am_message *m = &am.message;
	uint32_t plain = am_head_plain(m->head, number);

	while (plain != am.usual.head) {
		if (am_head_is_plain(plain)) {
			learn(plain);
			return true;
		}
		if (looks >= am.form.long_look) {
			m->head = 0; /* there is none to reply to */
			if (key & am.form.lean) {
				am.usual.served = am_lean_serve(key, looks);
				return false;
			}
			if (looks == AM_ELSE_SCAN) {
				am.usual.served = am_scan();
				return false;
			}
		}
		if (looks-- == 0) {
			m->head = am.usual.served = 0;
			return false;
		}
		m->head = arch_inline_flag_at(am.own, line);
		plain = am_head_plain(m->head, number);
	}
	return true;
}

/* Where registers are few, a message with the usual head has them to itself. */
#ifdef WEFT_SHORTER
static WEFT_REGISTERS __attribute__((noinline)) bool
find_apart(uint32_t key, uint32_t looks, uint32_t line)
{
	return find_head(key, looks, line, am.from[key].got + 1);
}

#define FIND(key, looks, line, number)                                         \
	(am_head_plain(am.message.head, number) == am.usual.head ||            \
	 find_apart(key, looks, line))
#else
#define FIND find_head
#endif

/*
 * The reading of the head is an acquire: all words are there.  The whole head
 * is compared with the usual one, and with it the message's number.
 */
WEFT_REGISTERS uint32_t am_serve(uint32_t key, uint32_t looks)
{
	struct weft_am_message *m = &am.message;
	struct am_from *source = &am.from[key];
	uint32_t number = source->got + 1;
	uint32_t line = am_line(key, number);
	struct am_peer *p;

	m->head = arch_inline_flag_at(am.own, line);
	if (!FIND(key, looks, line, number)) {
		return am.usual.served;
	}
	source->got = number;
	am.look.likely = key;
	m->from = am_key_rank(key);
	/* Tag and words lie in a row there and here. */
	arch_inline_get_words(&m->tag, am.own, line + 4, 1 + WORDS_ANYWAY);
	if (m->count > WORDS_ANYWAY) {
		more_words(key, line);
	}
	p = &am.peer[am_key_rank(key)];
	if (key & AM_REPLY) {
		note_reply(am_key_rank(key));
		serve_reply(m, p, *am.usual.handler);
	} else {
		serve_request(m, p, *am.usual.handler, am_key_rank(key),
			      number);
	}
	return 1;
}
