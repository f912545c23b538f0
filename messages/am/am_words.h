/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words of Active Messages that other cores read: the head of a message, the news
 * word, and the byte that a sender has in a notice.
 *
 *          31      24  23   22 21      18 17    14  13  12     9   8    7       0
 *  head   |  number |valid| - | endpoint |  own   | - |  count |back | handler  |
 *
 *          31  30            16    15      14     13   12    9 8                0
 *  news   | 0 |     number     |message|freed |woken |   -    |      key       |
 *
 *          7        4 3       0
 *  byte   | requests | replies |
 *
 * A number is that of a message among those of its class from one core to another.
 * Each word has as many of its low bits as there is room for.  am_place.c says why so few
 * are enough.
 */
#ifndef AM_WORDS_H
#define AM_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/am.h>

enum am_class {
	AM_REQUEST = 0,
	AM_REPLY = 1,
};

/* A key says where a message comes from: its sender, and its class in the lowest bit. */
static inline uint32_t am_key(uint32_t from, enum am_class class)
{
	return from << 1 | (uint32_t) class;
}

static inline uint32_t am_key_rank(uint32_t key)
{
	return key >> 1;
}

/*
 * Heads.  The valid bit is set in every message, so the zeroes of an unused slot are no
 * head.  A receiver compares it and the number, which lies above it.
 */
enum {
	AM_NUMBER_SHIFT = 24,
	AM_VALID_SHIFT = 23,
	AM_ENDPOINT_SHIFT = 18, /* the receiver's */
	AM_OWN_SHIFT = 14,      /* the sender's, to which a reply goes */
	AM_REASON_SHIFT = AM_OWN_SHIFT, /* of a request that comes back: why */
	AM_COUNT_SHIFT = WEFT_AM_SHORT_COUNT, /* of words */
	AM_BACK_SHIFT = 8, /* this is no reply, but the request itself */
	AM_VALID = 1 << AM_VALID_SHIFT,
	AM_BACK = 1 << AM_BACK_SHIFT,
	AM_FOUR_BITS = 0xf, /* endpoints, counts and reasons have so many */
	AM_HANDLER = AM_BACK - 1,
	/* Where a handler is looked up, AM_BACK makes its index one that no table has. */
	AM_HANDLER_OR_BACK = AM_HANDLER | AM_BACK,
	/* This is no head, whatever its number: the valid bit is not set. */
	AM_NO_HEAD = 1,
};

static inline uint32_t am_head_endpoint(uint32_t head)
{
	return head >> AM_ENDPOINT_SHIFT & AM_FOUR_BITS;
}

static inline uint32_t am_head_own(uint32_t head)
{
	return head >> AM_OWN_SHIFT & AM_FOUR_BITS;
}

static inline uint32_t am_head_count(uint32_t head)
{
	return head >> AM_COUNT_SHIFT & AM_FOUR_BITS;
}

/* What is left of the head of message `number` without that number. */
static inline uint32_t am_head_plain(uint32_t head, uint32_t number)
{
	return head ^ number << AM_NUMBER_SHIFT;
}

/* Is that the head of that message?  If not, it is what was there before. */
static inline bool am_head_is_plain(uint32_t plain)
{
	return plain >> AM_VALID_SHIFT == 1;
}

static inline uint32_t am_head_full(uint32_t head, uint32_t count)
{
	return (uint32_t)AM_VALID | count << AM_COUNT_SHIFT | head;
}

/*
 * News.  A word of news names what has just happened: a message has come, a request has
 * been freed, or this core has to wake up.  It is always above 0, so a core can wait for
 * any news at all.
 */
enum {
	AM_NEWS_SHIFT = 16,
	AM_NEWS_NUMBER = 0x7fff,
	AM_NEWS_MESSAGE = 1 << 15,
	AM_NEWS_FREED = 1 << 14, /* a request of this core was handled */
	AM_NEWS_WOKEN = 1 << 13, /* by this core itself */
	AM_NEWS_ROOM = AM_NEWS_FREED | AM_NEWS_WOKEN, /* there is, in a queue */
	AM_NEWS_KEY = 0x1ff, /* 255 cores, two classes */
};

/* `kind` is one of these, with a key, or with the sender's rank in its place. */
static inline uint32_t am_news(uint32_t kind, uint32_t number)
{
	return (number & AM_NEWS_NUMBER) << AM_NEWS_SHIFT | kind;
}

/*
 * Does the number in news pass half of its range, or all of it, between these?  What a
 * core remembers of news must not last for a whole range: the same word would be new news.
 */
static inline bool am_news_passes_half(uint32_t before, uint32_t now)
{
	return ((before ^ now) >> 14 & 1) != 0;
}

_Static_assert(AM_NEWS_NUMBER + 1 == 2 << 14, "half of the range is bit 14");

/*
 * Bytes of a notice.  Each half counts on by itself.  In the lean layout the lower half
 * tells of requests that were handled: it counts by 2 for one with a reply, by 1 for one
 * without.
 */
enum {
	AM_BYTE_SHIFT = 4,
	AM_BYTE_REQUEST = 1 << AM_BYTE_SHIFT, /* one request more */
	AM_BYTE_LOW = AM_BYTE_REQUEST - 1,
	AM_NO_REPLY = 1,
	AM_REPLIED = 2,
};

static inline uint32_t am_byte_replied(uint32_t byte)
{
	return byte ^ ((byte ^ (byte + 1)) & AM_BYTE_LOW);
}

/* So many requests, replies more does `byte` tell of than `known` does, modulo 16. */
static inline uint32_t am_byte_requests(uint32_t byte, uint32_t known)
{
	return ((byte >> AM_BYTE_SHIFT) - (known >> AM_BYTE_SHIFT)) &
	       AM_BYTE_LOW;
}

static inline uint32_t am_byte_replies(uint32_t byte, uint32_t known)
{
	return (byte - known) & AM_BYTE_LOW;
}

#endif
