/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active Messages: a message names the function that is called with it where it
 * arrives (T. von Eicken, "Active Messages", Berkeley 1993, chapter 4: requests
 * and replies; S. Lumetta, "Multi-Protocol Communication", Berkeley 1998,
 * sections 2 and 3: endpoints, tags, messages that come back).
 *
 * A core opens an endpoint, which is a number, a table of handlers and a tag.
 * Another core sends it a *request*: the handler's index and up to eight words.
 * There the handler is called with the words and runs to its end.  It may
 * *reply* once.  A reply is a message of the same kind, to a handler of the
 * requester.
 *
 *     static void add(struct weft_am_message *m)       at the owner of a sum
 *     {
 *             sum += m->word[0];
 *             weft_am_reply(m, DONE, &sum, 1);
 *     }
 *     static void done(struct weft_am_message *m)      at the core that asked
 *     {
 *             result = m->word[0];
 *             replies++;
 *     }
 *     ..
 *     weft_am_request(&owner, ADD, &one, 1, WEFT_FOREVER);
 *     weft_am_wait(&replies, 1, WEFT_FOREVER);
 *
 * When handlers run.  A core chooses once, by weft_am_begin.  With WEFT_AM_POLL
 * handlers run while the thread is in a function of this header that says that
 * it "serves".  With WEFT_AM_INTERRUPT they run when a message comes, whatever
 * the thread does, except between weft_am_hold and weft_am_release.  Handlers
 * of a core run one after another.  On a core that polls, data that a thread
 * shares with handlers need no lock.  Before weft_am_begin, messages to a core
 * wait.
 *
 * WEFT_AM_HYBRID is WEFT_AM_INTERRUPT for the application, but no core
 * interrupts this one while it looks for messages anyway.  It looks while its
 * thread waits in a function that serves, for the first part of the wait.
 * Under load it also looks in the interrupt: an interrupt that has found some
 * messages goes on looking, until some looks have found nothing.  (Von Eicken,
 * section 4.3.7: frequent messages are cheaper polled, rare ones by
 * interrupts.)
 *
 * What a handler may do: all calls that weft's headers mark as "handler", and
 * reply.  It may neither wait nor send requests, which gives WEFT_ERR_CONTEXT.
 * Functions that wait check this with DEBUG=1.
 *
 * Order.  Requests of one core to another are handled in the order of their
 * calls, and replies in the order of the replies.  Requests and replies have no
 * order with each other, nor have messages of different cores.  A core that
 * sees a message also sees the data that its sender had put to it before.
 *
 * Full is normal.  A core has room for weft_am_slots() requests of each other
 * core.  A request that finds no free room waits.  On a core that polls it
 * serves meanwhile all messages that come, requests and replies.  A request
 * reserves the room for its reply, so a reply never waits.  Hence there is no
 * deadlock, and a handler never runs inside another one.
 *
 * Messages that come back.  A request comes back if the endpoint is not open,
 * has another tag or no such handler, or if the core has stopped.  Then handler
 * 0 of the sender's endpoint is called at the sender, with the message as it
 * was sent and the reason.  An endpoint without a handler 0 panics then.  The
 * handler of a message to a core that has stopped may have begun to run there;
 * it is never run twice.
 *
 * All calls return WEFT_ERR_LIMIT if the MPB has no room for slots of so many
 * cores, and WEFT_ERR_DEAD when this core has been given up by others.
 *
 * MPB: the best layout takes 86 bytes for each core and slot, which for 48
 * cores on the SCC is 4.1 KB of 8.  Where other parts need the MPB, or cores
 * are many, 41 bytes for each core are enough: 2 KB for 48.  Then
 * weft_am_slots() is 1, and a message takes longer, since a reply lies at the
 * core that sends it until the requester has fetched it.
 */
#ifndef WEFT_AM_H
#define WEFT_AM_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_AM_WORDS = 8,      /* of a message, at most */
	WEFT_AM_ENDPOINTS = 16, /* of a core: 0 to 15 */
	WEFT_AM_HANDLERS = 256, /* of an endpoint; messages name 1 to 255 */
};

enum weft_am_reception {
	WEFT_AM_POLL = 1,
	WEFT_AM_INTERRUPT = 2,
	WEFT_AM_HYBRID = 3,
};

/*
 * A message, as its handler gets it.  It ends when the handler does.  The
 * handler may change the words, and nothing else: the library may use the rest
 * again for the next message with the same head.
 */
struct weft_am_message {
	uint32_t head, tag; /* only the library uses these */
	uint32_t word[WEFT_AM_WORDS];
	uint32_t count;    /* the number of words; the others are undefined */
	weft_rank_t from;  /* the sender; if it comes back: the target */
	uint32_t endpoint; /* of this core */
	uint32_t handler;  /* its index; if it comes back: as it was sent */
	int reason;        /* WEFT_OK; if it comes back: why */
	void *arg;         /* the endpoint's */
};

typedef void weft_am_handler(struct weft_am_message *message);

struct weft_am_endpoint {
	uint32_t tag; /* requests must have it */
	weft_am_handler *const *handler;
	uint32_t handlers; /* entries of the table; a null one is no handler */
	void *arg;         /* for the handlers */
};

/*
 * Where a request goes, and the endpoint of this core to which its reply comes.
 */
struct weft_am_dest {
	weft_rank_t rank;
	uint32_t endpoint, tag;
	uint32_t reply_to;
};

/*
 * Takes part in Active Messages from here on, or opens or closes an endpoint.
 * An endpoint and its table stay the caller's.  The table's entries may change
 * while no handler can run.  Errors: WEFT_ERR_STATE if this core has begun
 * already, or the endpoint is open already (close: is not open); WEFT_ERR_NUMBER
 * for a number out of range or another kind of reception; WEFT_ERR_NULL.
 * Thread.
 */
int weft_am_begin(enum weft_am_reception how);
int weft_am_open(uint32_t number, const struct weft_am_endpoint *endpoint);
int weft_am_close(uint32_t number);

/*
 * The number of requests that a core may have under way to each other one.  Any
 * context.
 */
uint32_t weft_am_slots(void);

/*
 * Sends a request.  When it returns, the words may be reused.  Errors, after
 * which nothing has been sent: WEFT_ERR_RANK; WEFT_ERR_NUMBER for numbers out of
 * range; WEFT_ERR_SIZE for more than WEFT_AM_WORDS; WEFT_ERR_NULL;
 * WEFT_ERR_TIMEOUT if there was no room in time; WEFT_ERR_DEAD if that core has
 * been given up; WEFT_ERR_STATE before weft_am_begin or while holding;
 * WEFT_ERR_CONTEXT.  Thread; serves if it has to wait.  Cost on the SCC: a
 * line, a byte and a word are written, and one more line if there are more than
 * six words.
 */
WEFT_REGISTERS int weft_am_request(const struct weft_am_dest *to,
				   uint32_t handler, const uint32_t *words,
				   uint32_t count, weft_us_t within);

/*
 * A destination that has been checked, and looked up, once.  A message to it
 * takes fewer instructions (Lumetta's destination table).  weft_am_aim fills
 * it, and it stays valid from then on; only the library reads it.  Errors:
 * WEFT_ERR_NULL, _RANK, _NUMBER.  Thread.
 */
struct weft_am_target {
	void *peer;
	weft_rank_t rank;
	uint32_t head, tag;
};

int weft_am_aim(struct weft_am_target *target, const struct weft_am_dest *to);

enum {
	WEFT_AM_SHORT = 6,       /* words that fit into a message's line */
	WEFT_AM_SHORT_COUNT = 9, /* their place in a head */
};

/*
 * Parts of weft_am_request_to.  The first two return false when they cannot
 * send at once.  The second one is for a single word, which most requests have.
 */
WEFT_REGISTERS bool weft_am_request_short(const struct weft_am_target *target,
					  const uint32_t *words, uint32_t what);
WEFT_REGISTERS bool weft_am_request_word(const struct weft_am_target *target,
					 uint32_t word, uint32_t what);
int weft_am_request_any(const struct weft_am_target *target, uint32_t handler,
			const uint32_t *words, uint32_t count,
			weft_us_t within);

/* weft_am_request to such a destination.  Errors, context: as that. */
static inline int weft_am_request_to(const struct weft_am_target *target,
				     uint32_t handler, const uint32_t *words,
				     uint32_t count, weft_us_t within)
{
	uint32_t what = handler | count << WEFT_AM_SHORT_COUNT;

	if (handler - 1 < WEFT_AM_HANDLERS - 1 && count <= WEFT_AM_SHORT &&
	    (words || count == 0) && target &&
	    (WEFT_IS_KNOWN(count == 1)
		     ? weft_am_request_word(target, words[0], what)
		     : weft_am_request_short(target, words, what))) {
		return WEFT_OK;
	}
	return weft_am_request_any(target, handler, words, count, within);
}

/*
 * Replies to a request, in its handler, at most once.  Errors: WEFT_ERR_STATE
 * if this message has been replied to, or is no request; WEFT_ERR_NUMBER, _SIZE,
 * _NULL.  Handler, of the message.  Cost: as a request; never waits.
 */
WEFT_REGISTERS int weft_am_reply(struct weft_am_message *message,
				 uint32_t handler, const uint32_t *words,
				 uint32_t count);

/*
 * Serves a bounded number of the messages that have come.  When it returns 0,
 * all have been served.  Returns how many handlers have run; on a core that
 * takes interrupts, 0.  Errors: WEFT_ERR_STATE, _CONTEXT.  Thread.  Cost, if
 * nothing has come: one word of this core's MPB is read.
 */
int weft_am_poll(void);

/*
 * Waits until *count, which handlers increase, has reached `value`, modulo
 * 2^32.  Errors: WEFT_ERR_TIMEOUT, _STATE, _CONTEXT.  Thread; serves.
 */
int weft_am_wait(const volatile uint32_t *count, uint32_t value,
		 weft_us_t within);

/*
 * From weft_am_hold to weft_am_release no handler runs on this core, and
 * messages wait.  Pairs nest.  Cost: a few instructions each, unless a message
 * has come.  Thread.
 */
void weft_am_hold(void);
void weft_am_release(void);

#ifdef __cplusplus
}
#endif
#endif
