/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active Messages inside: where messages lie, and how a receiver finds them.
 *
 * Slots.  At each core every sender has slots; the core itself is one of the senders.
 * A slot is a line: head, tag, six words.  The seventh and eighth word lie elsewhere
 * (`rest`).  The head is written last.  It has the low byte of the message's number, so a
 * receiver that looks for message n sees whether it is there.
 *
 * There are two layouts, and the map's bytes decide (am_place.c).  The full one has 1, 2 or
 * 4 slots for the requests of each sender, and as many for its replies.  They are
 * used in turn, and each has one writer.  The lean one has a single slot for each sender.
 * A reply is written there, in place of its request, by the core that replies; the
 * requester fetches it (am_lean.c).  So in both a request reserves the room for its
 * reply, and a reply never waits.
 *
 * Notice.  A receiver need not look into all slots.  Each sender has a byte there, with
 * the low bits of the numbers of its last request and reply.  In front of the bytes
 * is one word, *news*.  All senders write it, after their byte.  No two values of news
 * are alike while they could be confused (class, number, sender).  A receiver that sees
 * news unchanged since it looked at all bytes has nothing to look for.  If news has
 * changed, the receiver first serves the message that it names, then looks at all bytes.
 * The news of one sender may overwrite that of another one, whose byte was written
 * before that.  So no message is missed, and many cores may write one word without an
 * atomic operation (models/am.pml).  A core that is to sleep sets news to 0 first, looks
 * once more, and waits for any other value.
 *
 * Credit.  In the full layout the receiver counts, in a word at the sender, the requests
 * that it has handled.  A reply says that, too: its tag is the request's number.  A reply
 * is sent before its request is freed.  So a core that sees a request freed, and then
 * serves the replies that are there, has room for as many replies as it then sends
 * requests.  In the lean layout the byte says that a request was handled.
 * (collectives/abcast/credit.h counts for windows of all to all, and pulls on some chips.)
 *
 * Writers.  The thread counts requests, and handlers count replies.  Handlers run one
 * after another: in the gate, or in the thread.
 *
 * What most calls do is inline and reads few words; the rest is kept out of its way.
 */
#ifndef AM_H
#define AM_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/inline.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"

#include <weft/am.h>

/* An image of the tests has a part's file with that: the part takes its least. */
#ifndef AM_LEAST
#define AM_LEAST 0
#endif

enum am_class {
	AM_REQUEST = 0,
	AM_REPLY = 1,
};

enum {
	AM_FITS = ARCH_FLAG_STRIDE == 4, /* bytes of many writers in a word */
	AM_IN_LINE = WEFT_AM_SHORT,
	AM_LINE_WORDS = AM_IN_LINE + 2,
	AM_LINE_SHIFT = 5,
	AM_LINE_BYTES = 1 << AM_LINE_SHIFT,
	AM_REST_LESS = 2, /* so much smaller is `rest`, as a shift */
	AM_REST_BYTES = AM_LINE_BYTES >> AM_REST_LESS,
	AM_SHIFT_MOST = 2, /* 4 slots: numbers differ by less than 8 */
};

enum {
	AM_BURST = 64,     /* handlers of a round, about */
	AM_WORDS_LOOK = 4, /* of bytes that are looked at together */
	AM_BYTES_LOOK = 4 * AM_WORDS_LOOK,
};

#define AM_ELSE_SCAN UINT32_MAX /* of am_serve */

/* The lean layout. */
enum {
	AM_LEAN = 8, /* it stands beside a core's reception */
	/* By so much the lower half of a byte counts on: a request has no reply, or one. */
	AM_NO_REPLY = 1,
	AM_REPLIED = 2,
};

/* Fields of a head. */
enum {
	AM_NUMBER = 24,   /* shift of 8 bits; all above AM_VALID are compared */
	AM_VALID = 23,    /* a bit that is set: never the zeroes at start */
	AM_ENDPOINT = 18, /* 4 bits: the receiver's */
	AM_OWN = 14, /* 4 bits: the requester's; of what is returned: why */
	AM_COUNT = WEFT_AM_SHORT_COUNT, /* 4 bits (one unused above) */
	AM_RETURNED = 8,    /* a bit: not a reply, but the request back .. */
	AM_HANDLER = 0x1ff, /* .. and with it no index of any table */
	AM_UNUSUAL = 1,     /* no head, whatever its number: it is not valid */
};

/*
 * So often what news names is looked for between two looks at all bytes, so that who asks
 * last is not always served first: by a waiting thread, by others.
 */
enum {
	AM_NAMED_WAITING = 1,
	AM_NAMED_ELSE = 2,
	AM_NAMED_MOST = 16, /* .. in any case: news must not come round */
};

/*
 * What news is: the low 15 bits of a number, then one of these, and a key, which is
 * 2 * sender + class.  Always above 0.
 */
enum {
	AM_NEWS_NUMBER = 16,
	AM_NEWS_MESSAGE = 1 << 15,
	AM_NEWS_CREDIT = 1 << 14,                     /* a request was freed */
	AM_NEWS_WAKE = 1 << 13,                       /* a core's own */
	AM_NEWS_ROOM = AM_NEWS_CREDIT | AM_NEWS_WAKE, /* .. in a queue */
	AM_NEWS_KEY = 0x1ff,
};

/*
 * What a core shows, beside enum weft_am_reception: it takes interrupts, but looks for
 * messages now.
 */
enum {
	AM_LOOKS_NOW = WEFT_AM_HYBRID + 1
};

/* Another core, as this one sends to it; a power of two of words. */
struct am_peer {
	uint32_t sent[2]; /* numbers of the last, by class */
	uint32_t freed;   /* of my requests; never too high */
	uint32_t last;    /* request that there is room for */
	uint32_t
		freed_then; /* in its word of mine, when I was told it is dead */
	uint32_t byte;      /* mine in its notice: request above, reply below */
	uint32_t reception; /* enum weft_am_reception; 0: look, or it is me */
	uint16_t state;     /* AM_DEAD .. */
	uint16_t awaited;   /* so many fibers wait for room in its queue */
};

enum {
	AM_DEAD = 1,     /* told of */
	AM_RETURNED_ALL, /* .. and what was under way is back */
};

/* By key: what comes from a core, in a class. */
struct am_from {
	uint32_t got;  /* number of the last */
	uint32_t line; /* offset of its slot among the first slots of all */
};

/* The lean layout: a request as it was sent, for when it comes back. */
struct am_kept {
	uint32_t head, tag, word[WEFT_AM_WORDS];
};

struct am {
	uint32_t me, count;
	uint32_t mask; /* slots, a power of two, less one */
	struct arch_reach own;
	uint32_t notice, reception, freed, rest; /* offsets */
	uint32_t byte,
		credit; /* .. of this core's byte and credit at another */
	uint32_t first[1 << AM_SHIFT_MOST]; /* .. of first slots, second .. */
	uint32_t ask[1 << AM_SHIFT_MOST];   /* .. of its own for requests */
	uint32_t answer; /* its line for replies among these */
	uint32_t mine;   /* its news of a request, without a number */
	/*
	 * AM_REPLY in the lean layout, as a mask of keys whose messages are fetched, else 0.
	 * And what else differs in it, so that the short ways need not ask: requests beyond
	 * those freed that there is room for; am_serve asks what the layout is after so many
	 * looks; so much less one may the lower half of a byte change.
	 */
	uint32_t lean;
	uint32_t room, long_look, change;
	struct am_kept *kept;
	struct am_peer *peer;
	struct am_from *from;   /* by key */
	uint32_t words;         /* of bytes in a notice */
	uint32_t *known, *seen; /* bytes, if all is served; as read */
	uint32_t news;          /* at the last scan; 0: it has changed */
	uint32_t heard;         /* .. when what it names was looked for */
	uint32_t named;         /* so often since the last scan */
	uint32_t likely;        /* the key that the next message may have */
	uint8_t looks;          /* of a thread that waits */
	uint8_t slot_looks; /* .. in a row at the slot of its next message */
	uint8_t waits; /* since one of them looked at all bytes, for fairness */
	bool by_news;  /* what it served last was told of by news */
	enum weft_am_reception how;
	bool placed, any_dead, finished, evicted;
	/*
	 * So many ranks may be sent to without a further look, now; 1 if polls need
	 * none, else 0.
	 */
	uint32_t ready, ready_poll;
	volatile uint32_t held;
	volatile bool pending; /* something came while held */
	uint32_t wakes;
	struct weft_am_message message; /* what a handler runs with */
	/*
	 * The last head, but for its number, with a handler that is in a table: what
	 * it says stands in `message`, the handler in `usual_handler`, its endpoint's tag here.
	 * Or AM_UNUSUAL.
	 */
	uint32_t usual;
	uint32_t usual_tag;
	weft_am_handler *const *usual_handler;
	const struct weft_am_endpoint *endpoint[WEFT_AM_ENDPOINTS];
};

extern struct am am;

static inline uint32_t am_key(uint32_t from, enum am_class class)
{
	return from << 1 | (uint32_t) class;
}

static inline uint32_t am_line(uint32_t key, uint32_t number)
{
	return am.first[number & am.mask] + am.from[key].line;
}

static inline uint32_t am_rest(uint32_t key, uint32_t number)
{
	return am.rest + ((am_line(key, number) - am.first[0]) >> AM_REST_LESS);
}

/* Is that the head of message `number`, or what was there before? */
static inline bool am_is_head(uint32_t head, uint32_t number)
{
	uint32_t expected = number << AM_NUMBER | UINT32_C(1) << AM_VALID;

	return (head ^ expected) >> AM_VALID == 0;
}

static inline uint32_t am_news(uint32_t kind, uint32_t number)
{
	return (number & 0x7fff) << AM_NEWS_NUMBER | kind;
}

/* A byte of a notice, with a reply more: the lower half counts on by itself. */
static inline uint32_t am_byte_replied(uint32_t byte)
{
	return byte ^ ((byte ^ (byte + 1)) & 15);
}

/* Requests up to this one have been freed. */
static inline void am_freed(struct am_peer *p, uint32_t number)
{
	p->freed = number;
	p->last = number + am.room;
}

/* A message on its way out: its head is ready but for number and count. */
struct am_out {
	uint32_t head, tag;
	const uint32_t *words;
	uint32_t count;
};

/*
 * am_send.c: sends one, of any length.  am_tell.c: am_tell: that core has something new; it is
 * interrupted if it wants that.  am_tell_more: .. by news that are there, and it does not
 * poll, or that is not known.
 */
ARCH_COLD void am_send(uint32_t rank, enum am_class class,
		       const struct am_out *out);
ARCH_COLD void am_tell(uint32_t rank, uint32_t news);
ARCH_COLD WEFT_REGISTERS void am_tell_more(uint32_t rank);

/*
 * am_serve.c.  am_serve serves the next message of that key, if it is there, or appears by
 * so many looks more; or, with AM_ELSE_SCAN, does as am_scan if it is not; am_scan, those of
 * all that have any, and what comes back; am_look, if news has changed since the last am_scan,
 * that of the key that news names, or as am_scan, in turn if both have something to do.  They
 * return how many handlers have run.  On a core that polls: thread; else inside the gate.
 */
WEFT_REGISTERS uint32_t am_serve(uint32_t key, uint32_t otherwise);
uint32_t am_look(void);
uint32_t am_scan(void);

/* am_dead.c: call the handler of a message that comes back. */
ARCH_COLD void am_come_back(struct weft_am_message *m, uint32_t from,
			    uint32_t endpoint, int reason);

/*
 * am_serve.c: the handler of a reply, which am.message has but for what its head says; and
 * that head but for its number.
 */
ARCH_COLD void am_run_reply(uint32_t from, uint32_t usual);

/*
 * am_room.c.  Has that core room for a request, as it says now?  Or soon, on a core that polls,
 * which serves meanwhile?  Has it handled a request of mine, or will it never?  Has it said so
 * where a wait for that looks, which is after its reply?  The last one waits for room, and
 * serves meanwhile.  WEFT_OK when so.
 */
bool am_has_room(uint32_t rank);
bool am_room_soon(uint32_t rank);
ARCH_COLD bool am_is_freed(uint32_t rank, uint32_t number);
ARCH_COLD bool am_is_told(uint32_t rank, uint32_t number);
ARCH_COLD int am_await_room(uint32_t rank, uint64_t deadline);
ARCH_COLD int am_await_freed(uint32_t rank, uint32_t number, uint64_t deadline);

/*
 * am_wait.c.  Wait, and serve meanwhile: for a count; for what handlers bring.  The last is
 * for a core that polls: for what shows in a word or a byte of its MPB.  WEFT_OK when so.
 */
ARCH_COLD int am_wait_until(const volatile uint32_t *count, uint32_t value,
			    uint64_t deadline);
ARCH_COLD int am_serve_until(rt_ready *come, void *what, uint64_t deadline,
			     uint32_t from, const char *why);
ARCH_COLD int am_poll_word(rt_ready *come, void *what, uint64_t deadline,
			   uint32_t from, const char *why);

/*
 * am_hybrid.c, of a core that is WEFT_AM_HYBRID.  Its thread looks for a while: has it come?
 * The end of a round that has served so many, and found no more: is there more by now?
 */
ARCH_COLD bool am_hybrid_comes(rt_ready *come, void *what, uint64_t deadline);
ARCH_COLD bool am_hybrid_round(uint32_t served);

/* am_dead.c. */
ARCH_COLD void am_lost(uint32_t core);
ARCH_COLD void am_watch(void);
ARCH_COLD uint32_t am_return_dead(void);

/*
 * am_start.c.  am_check: may this call go on?  WEFT_OK, or why not; for calls that find
 * am.ready not to let them.  am_set_ready: what am.ready depends on has changed; thread, or the
 * gate if it then lets nobody.  am_wait.c: what weft_am_poll does where am.ready does not.
 */
ARCH_COLD int am_check(void);
ARCH_COLD void am_set_ready(void);
ARCH_COLD int am_poll_rarely(void);

#endif
