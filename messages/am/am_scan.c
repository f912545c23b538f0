/* SPDX-License-Identifier: Apache-2.0 */
/* Finding messages of any sender: by news, and by the bytes of all (am_look.h). */
#include "arch/arch.h"
#include "arch/inline.h"
#include "messages/am/am.h"
#include "runtime/context.h"

/* Serves what the sender's byte tells of since it was `known`. */
static uint32_t scan_core(uint32_t from, uint32_t byte, uint32_t known)
{
	uint32_t replies = am_byte_replies(byte, known), n = 0;
	uint32_t requests = am_byte_requests(byte, known);

	/*
	 * If more has been served than that byte tells of, the difference is
	 * negative: modulo 16 it is too large.
	 */
	for (; replies - 1 <= am.form.change; replies--) {
		n += am_serve(am_key(from, AM_REPLY), 0);
	}
	for (; requests - 1 <= am.form.mask; requests--) {
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
static uint32_t scan_some(uint32_t first)
{
	const uint8_t *now = (const uint8_t *)am.look.seen;
	const uint8_t *known = (const uint8_t *)am.look.known;
	uint32_t mix = am.look.scanned >> AM_NEWS_SHIFT & (AM_BYTES_LOOK - 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < AM_BYTES_LOOK; i++) {
		uint32_t from = first + (i ^ mix);

		if (now[from] != known[from]) {
			n += scan_core(from, now[from], known[from]);
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
	uint32_t n = 0, words = am.at.words;

	if (am.look.dead) {
		n += am_return_dead();
	}
	am.look.named = 0;
	am.look.heard = am.look.scanned =
		arch_inline_flag_at(am.own, am.at.notice);
	for (uint32_t i = 0; i < words; i += AM_WORDS_LOOK) {
		arch_inline_get_words(&am.look.seen[i], am.own,
				      am.at.notice + 4 + (i << 2),
				      AM_WORDS_LOOK);
	}
	for (uint32_t i = 0; i < words; i += AM_WORDS_LOOK) {
		if (!is_known(am.look.seen + i, am.look.known + i)) {
			n += scan_some(i << 2);
		}
	}
	return n;
}

/*
 * If nothing has come, one word is read.  News of a message, or of a later one
 * of its sender, means that it is there, unless it has been served already.
 * Then all bytes are scanned, as from time to time in any case.  News that
 * names no message has a key, too.
 */
static inline uint32_t look(void)
{
	uint32_t news = arch_inline_flag_at(am.own, am.at.notice);

	if (news == am.look.scanned) {
		return 0;
	}
	if (am.look.named >= AM_NAMED_POLL) {
		return am_scan();
	}
	am.look.named++;
	return am_serve(news & AM_NEWS_KEY, AM_ELSE_SCAN);
}

uint32_t am_look(void)
{
	return look();
}

int weft_am_poll(void)
{
	if ((uint32_t)rt_context >= am.mode.ready_poll) {
		return am_poll_rarely();
	}
	return (int)look();
}
