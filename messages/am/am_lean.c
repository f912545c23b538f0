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
 * All else finds and serves messages as in the full layout, whose short ways do not ask for
 * the layout.  Here they find that they are not enough: am_place.c sets what
 * they look at.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/inline.h"
#include "messages/am/am_lean.h"

/* What that core has said that I have not taken: AM_REPLIED, AM_NO_REPLY, or neither. */
static ARCH_COLD uint32_t told(uint32_t from)
{
	const uint8_t *known = (const uint8_t *)am.known;
	uint32_t word =
		arch_inline_flag_at(am.own, am.notice + 4 + (from & ~3U));
	uint32_t byte = ((const uint8_t *)&word)[from & 3];

	/* The gate may have taken it since: then this is neither. */
	return (byte - ((const volatile uint8_t *)known)[from]) & 15;
}

static ARCH_COLD uint32_t count_on(uint32_t byte, uint32_t by)
{
	byte = am_byte_replied(byte);
	return by == AM_REPLIED ? am_byte_replied(byte) : byte;
}

static ARCH_COLD void take(uint32_t from, uint32_t what)
{
	uint8_t *known = &((uint8_t *)am.known)[from];
	struct am_peer *p = &am.peer[from];

	*known = (uint8_t)count_on(*known, what);
	am_freed(p, p->sent[AM_REQUEST]);
	if ((p->freed & 0x3fff) == 0) {
		am.news = 0; /* it may soon be what it once was */
	}
}

/* What a core says once others have been told that it has stopped counts no more. */
static ARCH_COLD uint32_t serve_answer(uint32_t from)
{
	struct weft_am_message *m = &am.message;
	const struct am_peer *p = &am.peer[from];
	uint32_t what = p->state == AM_RETURNED_ALL ? 0 : told(from);

	if (what == AM_NO_REPLY) {
		take(from, what);
	}
	if (what != AM_REPLIED) {
		return 0;
	}
	arch_flags_read(&m->head, from, am.ask[0], AM_LINE_WORDS);
	if ((m->head >> AM_COUNT & 15) > AM_IN_LINE) {
		arch_flags_read(
			&m->word[AM_IN_LINE], from,
			am_rest(am_key(am.me, AM_REQUEST), p->sent[AM_REQUEST]),
			WEFT_AM_WORDS - AM_IN_LINE);
	}
	take(from, what);
	am.likely = am_key(from, AM_REPLY);
	am_run_reply(from);
	return 1;
}

/* Nothing is where a full layout has the next reply; a request may come. */
ARCH_COLD uint32_t am_lean_serve(uint32_t key, uint32_t otherwise)
{
	uint32_t looks = otherwise == AM_ELSE_SCAN ? 0 : otherwise, n = 0;

	for (;;) {
		n = key & AM_REPLY ? serve_answer(key >> 1) : 0;
		if (n > 0 || looks-- == 0) {
			break;
		}
		if (!(key & AM_REPLY)) {
			uint32_t number = am.from[key].got + 1;
			uint32_t line = am_line(key, number);

			if (am_is_head(arch_inline_flag_at(am.own, line),
				       number)) {
				return am_serve(key, 0);
			}
		}
	}
	return n == 0 && otherwise == AM_ELSE_SCAN ? am_scan() : n;
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

	if (told(rank) == AM_NO_REPLY) {
		arch_irq_state state = arch_irq_save();

		if (told(rank) == AM_NO_REPLY) {
			serve_answer(rank);
		}
		arch_irq_restore(state);
	}
	return !p->state && p->freed == p->sent[AM_REQUEST];
}

static ARCH_COLD void am_lean_keep(uint32_t rank, const struct am_out *out)
{
	struct am_kept *kept = &am.kept[rank];
	struct am_peer *p = &am.peer[rank];

	kept->head = out->head | out->count << AM_COUNT;
	kept->tag = out->tag;
	for (uint32_t i = 0; i < out->count; i++) {
		kept->word[i] = out->words[i];
	}
	p->last = p->sent[AM_REQUEST] + 1;
}

/* Of a request that has been handled, whose slot is as it will be. */
static ARCH_COLD void say(uint32_t rank, uint32_t what, uint32_t news)
{
	struct am_peer *p = &am.peer[rank];

	p->byte = count_on(p->byte, what);
	arch_inline_put_byte(arch_inline_reach(rank), am.byte,
			     (uint8_t)p->byte);
	am_tell(rank, news);
}

static ARCH_COLD void am_lean_reply(uint32_t rank, const struct am_out *out)
{
	uint32_t key = am_key(rank, AM_REQUEST), number = am.from[key].got;
	uint32_t in_line = out->count;

	if (in_line > AM_IN_LINE) {
		in_line = AM_IN_LINE;
		arch_flags_write(am.me, am_rest(key, number),
				 out->words + AM_IN_LINE,
				 out->count - AM_IN_LINE);
	}
	arch_inline_put_words(am.own, am_line(key, number),
			      number << AM_NUMBER | UINT32_C(1) << AM_VALID |
				      out->count << AM_COUNT | out->head,
			      number, out->words, in_line);
	/*
	 * It is in my window, and told of in another one.  Pairs with
	 * serve_answer there, which reads the reply after my byte.
	 */
	FENCE(am_lean_reply, arch_settle(am.me));
	am.peer[rank].sent[AM_REPLY] = number;
	say(rank, AM_REPLIED, am_news(am.mine | AM_REPLY, number));
}

/* A request goes on from here as in the full layout. */
ARCH_COLD bool am_lean_send(uint32_t rank, enum am_class class,
			    const struct am_out *out)
{
	if (class == AM_REPLY) {
		am_lean_reply(rank, out);
		return true;
	}
	am_lean_keep(rank, out);
	return false;
}

/* A reply has said so. */
ARCH_COLD void am_lean_free(uint32_t from, uint32_t number)
{
	if (am.peer[from].sent[AM_REPLY] != number) {
		say(from, AM_NO_REPLY, am_news(AM_NEWS_CREDIT | am.me, number));
	}
}
