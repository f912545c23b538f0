/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writing a message (am_send.c), in this order: the line, with its head last; this core's
 * byte in the receiver's notice; news.
 */
#ifndef AM_PUT_H
#define AM_PUT_H

#include "arch/inline.h"
#include "messages/am/am.h"

static inline void am_put_news(struct arch_reach to, const struct am_peer *p,
			       uint32_t news)
{
	arch_inline_flag_to(to, am.at.notice, news);
	if (p->reception != WEFT_AM_POLL) {
		am_tell_more(to.rank);
	}
}

/* This core's byte at that one: low bits of the numbers of both classes. */
static inline void am_put_byte(struct arch_reach to, struct am_peer *p,
			       enum am_class class)
{
	uint32_t byte = class == AM_REQUEST ? p->byte + AM_BYTE_REQUEST
					    : am_byte_replied(p->byte);

	p->byte = byte;
	arch_inline_put_byte(to, am.at.byte, (uint8_t)byte);
}

/* Byte and news, in this order, after the line. */
static inline void am_post_line(struct arch_reach to, struct am_peer *p,
				enum am_class class, uint32_t number)
{
	am_put_byte(to, p, class);
	am_put_news(to, p, am_news(am.news_sent | (uint32_t) class, number));
}

/* All of a message that fits into a line: its head lacks the number. */
static inline void am_put(uint32_t rank, struct am_peer *p, enum am_class class,
			  uint32_t number, uint32_t head, uint32_t tag,
			  const uint32_t *words, uint32_t count)
{
	struct arch_reach to = arch_inline_reach(rank);

	uint32_t line =
		class == AM_REQUEST
			? am.at.ask[number & am.form.mask]
			: am.at.first[number & am.form.mask] + am.at.answer;

	p->sent[class] = number;
	arch_inline_put_words(to, line, number << AM_NUMBER_SHIFT | head, tag,
			      words, count);
	am_post_line(to, p, class, number);
}

#endif
