/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lean layout: a sender has one slot, for requests, and nothing for replies.
 *
 * A core that replies writes the reply in place of the request, in its own window, and lets
 * it land.  Then it says so in the requester's notice.  The requester fetches the reply,
 * runs its handler, and may write its next request into the slot.  A request without a reply
 * is only said to have been handled.  Either is said in the lower half of the byte, which
 * counts on by AM_REPLIED or AM_NO_REPLY.  A pair has one request under way, so what
 * the byte has beyond what is known of it says which of the two it was.  News says so, too,
 * and interrupts a core that takes interrupts; there is no word of credit to wait for.
 *
 * A core that stops may have begun to write a reply over the request, which then cannot be read
 * any more.  So the requester keeps a copy.
 *
 * All else finds and serves messages as in the full layout.  A short request there finds no
 * room, and only then asks for the layout (am_place.c sets what it looks at); here it has a short
 * way of its own.  So has a reply.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/inline.h"
#include "messages/am/am_lean.h"

/* So that they lie where the ARCH_COLD functions lie that use them. */
#define INLINE inline __attribute__((always_inline))

/* What that core has said and this one has not taken: AM_REPLIED, AM_NO_REPLY, or neither. */
static INLINE uint32_t told(uint32_t from)
{
	const uint8_t *known = (const uint8_t *)am.look.known;
	uint32_t word =
		arch_inline_flag_at(am.own, am.at.notice + 4 + (from & ~3U));
	uint32_t byte = ((const uint8_t *)&word)[from & 3];

	/* The gate may have taken it since: then this is neither. */
	return am_byte_replies(byte, ((const volatile uint8_t *)known)[from]);
}

static INLINE uint32_t count_on(uint32_t byte, uint32_t by)
{
	byte = am_byte_replied(byte);
	return by == AM_REPLIED ? am_byte_replied(byte) : byte;
}

static INLINE void take(uint32_t from, uint32_t what)
{
	uint8_t *known = &((uint8_t *)am.look.known)[from];
	struct am_peer *p = &am.peer[from];

	*known = (uint8_t)count_on(*known, what);
	am_freed(p, p->sent[AM_REQUEST]);
	if (am_news_passes_half(p->freed - 1, p->freed)) {
		am.look.scanned = 0; /* it may soon be what it once was */
	}
}

/* Fetches a reply from where the request was.  The words of its line follow its head. */
static ARCH_COLD uint32_t am_lean_fetch(uint32_t from)
{
	struct arch_reach there = arch_inline_reach(from);
	struct weft_am_message *m = &am.message;
	uint32_t count, number = am.peer[from].sent[AM_REQUEST];

	m->head = arch_inline_flag_at(there, am.at.ask[0]);
	count = am_head_count(m->head);
	arch_inline_get_words(&m->tag, there, am.at.ask[0] + 4,
			      1 + (count < AM_IN_LINE ? count : AM_IN_LINE));
	if (count > AM_IN_LINE) {
		arch_flags_read(&m->word[AM_IN_LINE], from,
				am_rest(am_key(am.me, AM_REQUEST), number),
				WEFT_AM_WORDS - AM_IN_LINE);
	}
	take(from, AM_REPLIED);
	am.look.likely = am_key(from, AM_REPLY);
	am_run_reply(from, am_head_plain(m->head, number));
	return 1;
}

/*
 * Where a full layout has the next reply, here is a word that is always 0.  What a core says
 * once its requests came back does not count.
 */
ARCH_COLD uint32_t am_lean_serve(uint32_t key, uint32_t otherwise)
{
	uint32_t looks = otherwise == AM_ELSE_SCAN ? 0 : otherwise, what = 0;
	uint32_t from = am_key_rank(key);

	if (am.peer[from].state != AM_RETURNED_ALL) {
		do {
			what = told(from);
		} while (what == 0 && looks-- > 0);
	}
	if (what == AM_REPLIED) {
		return am_lean_fetch(from);
	}
	if (what == AM_NO_REPLY) {
		take(from, what);
	}
	return otherwise == AM_ELSE_SCAN ? am_scan() : 0;
}

ARCH_COLD bool am_lean_is_freed(uint32_t rank, uint32_t number)
{
	uint32_t what = told(rank);

	return what == AM_REPLIED || what == AM_NO_REPLY ||
	       (int32_t)(am.peer[rank].freed - number) >= 0;
}

/* A reply that is there takes the room until its handler has run. */
ARCH_COLD bool am_lean_has_room(uint32_t rank)
{
	const struct am_peer *p = &am.peer[rank];

	if (p->freed != p->sent[AM_REQUEST] && told(rank) == AM_NO_REPLY) {
		arch_irq_state state = arch_irq_save();

		if (told(rank) == AM_NO_REPLY) {
			take(rank, AM_NO_REPLY);
		}
		arch_irq_restore(state);
	}
	return !p->state && p->freed == p->sent[AM_REQUEST];
}

/* Writes this core's byte there, and news of that. */
static INLINE void say(uint32_t rank, uint32_t byte, uint32_t news)
{
	struct arch_reach to = arch_inline_reach(rank);
	struct am_peer *p = &am.peer[rank];

	p->byte = byte;
	arch_inline_put_byte(to, am.at.byte, (uint8_t)byte);
	arch_inline_flag_to(to, am.at.notice, news);
	if (p->reception != (WEFT_AM_POLL | AM_LEAN)) {
		am_tell_more(rank);
	}
}

static ARCH_COLD void am_lean_rest(uint32_t rank, uint32_t key, uint32_t number,
				   const struct am_out *out)
{
	arch_flags_write(rank, am_rest(key, number), out->words + AM_IN_LINE,
			 out->count - AM_IN_LINE);
}

static ARCH_COLD void put_line(struct arch_reach to, uint32_t line,
			       uint32_t head, uint32_t tag,
			       const uint32_t *words, uint32_t count)
{
	arch_inline_put_words(to, line, head, tag, words,
			      count < AM_IN_LINE ? count : AM_IN_LINE);
}

static INLINE void am_lean_keep(struct am_kept *kept, uint32_t head,
				const uint32_t *words, uint32_t count)
{
	kept->head = head;
	for (uint32_t i = 0; i < count; i++) {
		kept->word[i] = words[i];
	}
}

/* All of a request but for the words beside its line, which are there. */
static INLINE void put_request(uint32_t rank, uint32_t head, uint32_t tag,
			       const uint32_t *words, uint32_t count)
{
	struct am_peer *p = &am.peer[rank];
	uint32_t number = p->sent[AM_REQUEST] + 1;

	am_lean_keep(&am.form.kept[rank], head, words, count);
	p->last = p->sent[AM_REQUEST] = number; /* no room by the other ways */
	put_line(arch_inline_reach(rank), am.at.ask[0],
		 number << AM_NUMBER_SHIFT | head, tag, words, count);
	say(rank, p->byte + AM_BYTE_REQUEST, am_news(am.news_sent, number));
}

ARCH_COLD bool am_lean_request(uint32_t rank, uint32_t head, uint32_t tag,
			       const uint32_t *words, uint32_t count)
{
	if (!am_lean_has_room(rank)) {
		return false;
	}
	am.look.likely = am_key(rank, AM_REPLY);
	put_request(rank, head, tag, words, count);
	return true;
}

ARCH_COLD void am_lean_reply(uint32_t rank, uint32_t number, uint32_t head,
			     const uint32_t *words, uint32_t count)
{
	put_line(am.own, am_line(am_key(rank, AM_REQUEST), number),
		 number << AM_NUMBER_SHIFT | head, number, words, count);
	/*
	 * The reply is in this core's window, and told of in another one.  Pairs
	 * with am_lean_fetch there, which reads the reply after this core's byte.
	 */
	FENCE(am_lean_reply, arch_settle(am.me));
	am.peer[rank].sent[AM_REPLY] = number;
	say(rank, count_on(am.peer[rank].byte, AM_REPLIED),
	    am_news(am.news_sent | AM_REPLY, number));
}

ARCH_COLD void am_lean_send(uint32_t rank, enum am_class class,
			    const struct am_out *out)
{
	uint32_t head = am_head_full(out->head, out->count);

	if (class == AM_REQUEST) {
		if (out->count > AM_IN_LINE) {
			am_lean_rest(rank, am_key(am.me, AM_REQUEST),
				     am.peer[rank].sent[AM_REQUEST] + 1, out);
		}
		put_request(rank, head, out->tag, out->words, out->count);
	} else {
		if (out->count > AM_IN_LINE) {
			am_lean_rest(am.me, am_key(rank, AM_REQUEST), out->tag,
				     out);
		}
		am_lean_reply(rank, out->tag, head, out->words, out->count);
	}
}

/* Says that a request was handled, unless its reply has said so. */
ARCH_COLD void am_lean_free(uint32_t from, uint32_t number)
{
	struct am_peer *p = &am.peer[from];

	if (p->sent[AM_REPLY] != number) {
		say(from, count_on(p->byte, AM_NO_REPLY),
		    am_news(am.at.news_freed, number));
	}
}
