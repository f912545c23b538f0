/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active Messages inside: slots for each sender, and how a receiver finds them.
 *
 * At each core every other one, and the core itself, has 1, 2 or 4 slots for
 * requests and as many for replies, used in turn.  A slot is a line: head, tag,
 * six words; two more words lie elsewhere (`rest`).  The head is written last.
 * It has the low byte of the message's number, so who looks for message n sees
 * whether it is there.  Each slot has one writer.
 *
 * A *notice* tells which of all slots to look into: a byte for each sender, with
 * the low bits of the numbers of its last request and reply; and one word, *news*,
 * in front, which all senders write, after their byte.  No two values of news are
 * alike while they could be confused (class, number, sender).  A receiver that
 * sees news unchanged since it looked at all bytes has nothing to look for.  One
 * that sees it changed looks at all bytes: a sender whose news another one's has
 * overwritten had written its byte before that.  So nobody is missed, and many
 * may write one word without an atomic operation (models/am.pml).  A core that
 * is to sleep sets news to 0 first, looks once more, and waits for any other value.
 *
 * Credit: the receiver counts, in a word at the sender, the requests that it has
 * handled.  A reply says that, too.  It has been sent before its request is freed,
 * so whoever sees a request freed, and then serves the replies that are there, has
 * room for as many replies as it then sends requests: a reply never waits.
 * (messages/credit.h counts for windows of all to all, and pulls on some chips.)
 *
 * Who writes what: numbers of requests are the thread's, those of replies the
 * handlers'.  Handlers run one after another: in the gate, or in the thread.
 */
#ifndef AM_H
#define AM_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/mpb_map.h"

#include <weft/am.h>

enum am_class {
	AM_REQUEST = 0,
	AM_REPLY = 1,
	AM_CREDIT = 2, /* in news only: a request was freed */
	AM_WAKE = 3,   /* a core's own */
};

enum {
	AM_FITS = ARCH_FLAG_STRIDE == 4, /* bytes of many writers in a word */
	AM_IN_LINE = 6,
	AM_LINE_WORDS = AM_IN_LINE + 2,
	AM_LINE_BYTES = 4 * AM_LINE_WORDS,
	AM_REST_BYTES = 4 * (WEFT_AM_WORDS - AM_IN_LINE),
	AM_SHIFT_MOST = 2, /* 4 slots: numbers differ by less than 8 */
};

/* Fields of a head. */
enum {
	AM_NUMBER = 24,   /* shift of 8 bits; all above AM_VALID are compared */
	AM_VALID = 23,    /* a bit that is set: never the zeroes at start */
	AM_RETURNED = 22, /* a bit: not a reply, but the request back */
	AM_ENDPOINT = 18, /* 4 bits: the receiver's */
	AM_OWN = 14,  /* 4 bits: the requester's; of a reply, which request */
	AM_COUNT = 8, /* 4 bits (two unused above) */
};

struct am_peer {
	uint32_t sent[2], got[2]; /* numbers of the last, by class */
	uint32_t freed;           /* of my requests; never too high */
	uint32_t reception;       /* enum weft_am_reception; 0: not known */
	bool dead;                /* told of */
	bool returned;            /* .. and what was under way is back */
};

struct am {
	uint32_t me, count;
	uint32_t shift, mask; /* slots, as a power of two, and less one */
	uint32_t notice, reception, freed, slots, rest; /* offsets */
	struct am_peer *peer;
	uint32_t words; /* of bytes in a notice */
	union {
		uint32_t *word;
		uint8_t *byte;
	} known;        /* bytes of all that has been got */
	uint32_t *seen; /* bytes as read */
	uint32_t news;  /* as it was when all bytes were looked at */
	uint32_t look_at,
		look_for; /* the next message may be there; its head */
	uint32_t look_class, look_from;
	enum weft_am_reception how;
	bool placed, running, evicted, any_dead, finished;
	uint32_t closed; /* to calls: not begun, or held */
	volatile uint32_t held;
	volatile bool pending; /* something came while held */
	uint32_t wakes;
	const struct weft_am_endpoint *endpoint[WEFT_AM_ENDPOINTS];
};

extern struct am am;

static inline uint32_t am_slot(uint32_t writer, enum am_class class,
			       uint32_t number)
{
	return ((writer << 1 | class) << am.shift) + (number & am.mask);
}

static inline uint32_t am_line(uint32_t slot)
{
	return am.slots + slot * AM_LINE_BYTES;
}

/* What the head of message `number` begins with, down to AM_VALID. */
static inline uint32_t am_head(uint32_t number)
{
	return number << AM_NUMBER | UINT32_C(1) << AM_VALID;
}

static inline bool am_is_head(uint32_t head, uint32_t expected)
{
	return (head ^ expected) >> AM_VALID == 0;
}

static inline void am_look_next(enum am_class class, uint32_t from,
				uint32_t number)
{
	am.look_for = am_head(number);
	am.look_at = am_line(am_slot(from, class, number));
	am.look_class = class;
	am.look_from = from;
}

static inline uint32_t am_news(enum am_class class, uint32_t number)
{
	return (number & 0x7fff) << 16 | (uint32_t) class << 14 | (am.me + 1);
}

/*
 * am_send.c: a message whose head and tag are ready, but for the number.  am_tell: that
 * core has something new; it is interrupted if it wants that.
 */
void am_post(uint32_t rank, enum am_class class, uint32_t *line,
	     const uint32_t *words, uint32_t count);
void am_tell(uint32_t rank, uint32_t news);

/*
 * am_serve.c.  Serve the next message of that core and class, if it is there; am_run:
 * it is, with that head.  am_scan: of all that have any, and what comes back.  Each
 * returns how many handlers have run.  On a core that polls: thread; else inside
 * the gate.
 */
bool am_serve(enum am_class class, uint32_t from);
void am_run(enum am_class class, uint32_t from, uint32_t head);
uint32_t am_scan(void);

/* The likely slot, and what news tells of. */
static inline uint32_t am_serve_all(void)
{
	uint32_t head = arch_flag_read(am.me, am.look_at);

	if (am_is_head(head, am.look_for)) {
		am_run((enum am_class)am.look_class, am.look_from, head);
		return 1;
	}
	return arch_flag_read(am.me, am.notice) == am.news ? 0 : am_scan();
}

/* am_serve.c: call the handler of a message that comes back. */
ARCH_COLD void am_come_back(struct weft_am_message *m, uint32_t from,
			    uint32_t endpoint, int reason);

/* am_wait.c: has that core room for a request, as it says now?  WEFT_OK when so. */
bool am_has_room(uint32_t rank);
ARCH_COLD int am_await_room(uint32_t rank, weft_us_t within);

/* am_dead.c. */
ARCH_COLD void am_lost(uint32_t core);
ARCH_COLD void am_watch(void);
ARCH_COLD uint32_t am_return_dead(void);

/* What every call begins with. */
int am_check(void);

#endif
