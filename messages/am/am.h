/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active Messages inside: where messages lie, how a receiver finds them, and this core's
 * state.  The words themselves are in am_words.h, the order of looks in am_look.h.
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
#include "messages/am/am_look.h"
#include "messages/am/am_words.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"

#include <weft/am.h>

/* An image of the tests has a part's file with that: the part takes its least. */
#ifndef AM_LEAST
#define AM_LEAST 0
#endif

/*
 * What runs for each message where cores take interrupts, and seldom where they poll.  A
 * board's build may have it in the near memory (AM_NEAR).
 */
#ifdef AM_NEAR
#define AM_BY_INTERRUPT
#else
#define AM_BY_INTERRUPT ARCH_COLD
#endif

enum {
	AM_IN_LINE = WEFT_AM_SHORT, /* a message's words in its slot */
	AM_LINE_WORDS = AM_IN_LINE + 2,
	AM_LINE_SHIFT = 5,
	AM_LINE_BYTES = 1 << AM_LINE_SHIFT,
	AM_REST_LESS = 2, /* so much smaller is `rest`, as a shift */
	AM_REST_BYTES = AM_LINE_BYTES >> AM_REST_LESS,
	AM_SHIFT_MOST = 2, /* 4 slots: numbers differ by less than 8 */
	AM_SLOTS_MOST = 1 << AM_SHIFT_MOST,
};

/*
 * How a core receives, as it shows that beside enum weft_am_reception.  AM_LOOKS_NOW: it
 * takes interrupts, but it is looking for messages now.  AM_LEAN is added to what a core
 * remembers of others where the layout is lean.
 */
enum {
	AM_LOOKS_NOW = WEFT_AM_HYBRID + 1,
	AM_LEAN = 8,
};

/* Another core, as this one sends to it; a power of two of words. */
struct am_peer {
	uint32_t sent[2];    /* numbers of the last, by class */
	uint32_t freed;      /* of this core's requests; never too high */
	uint32_t last;       /* request that there is room for */
	uint32_t freed_then; /* what it had freed when it was given up */
	uint32_t byte;       /* this core's, in its notice */
	uint32_t reception;  /* enum weft_am_reception; 0: look, or itself */
	uint16_t state;      /* enum am_death */
	uint16_t awaited;    /* so many fibers wait for room in its queue */
};

enum am_death {
	AM_LIVES,
	AM_DEAD,         /* this core was told so */
	AM_RETURNED_ALL, /* .. and what was under way is back */
};

/* What comes from a core, in a class; by key. */
struct am_from {
	uint32_t got;  /* number of the last message */
	uint32_t line; /* offset of its slot among the first slots of all */
};

/* The lean layout: a request as it was sent, for when it comes back. */
struct am_kept {
	uint32_t head, word[WEFT_AM_WORDS];
};

/*
 * Offsets in a window, the same for all cores.  The second half is for what this core
 * writes at others.  am_place.c sets them, once.
 */
struct am_at {
	uint32_t notice;    /* news; then a byte for each sender, .. */
	uint32_t words;     /* .. in so many words */
	uint32_t reception; /* how the core receives */
	uint32_t freed;     /* for each core: requests that it has freed */
	uint32_t rest;      /* words beside the slots */
	uint32_t first[AM_SLOTS_MOST]; /* slots of all senders: one each, .. */
	uint32_t byte;
	uint32_t credit;
	uint32_t ask[AM_SLOTS_MOST]; /* slots for requests */
	uint32_t answer;             /* for replies, among the first slots */
	uint32_t news_freed;         /* its news of a request that it freed */
};

/* In what the layouts differ, so that the short ways need not ask.  Set once. */
struct am_form {
	uint32_t mask;      /* slots, a power of two, less one */
	uint32_t room;      /* slots that a request may take without a look */
	uint32_t change;    /* of the lower half of a byte at most, less one */
	uint32_t lean;      /* keys of messages that are fetched, as a mask */
	uint32_t long_look; /* looks until am_serve asks for the layout */
	struct am_kept *kept; /* by core; the lean layout's */
};

/* What this core does, and what it may do now. */
struct am_mode {
	enum weft_am_reception how; /* 0: it has not begun */
	bool placed;                /* the map has room for Active Messages */
	bool finished;              /* main has returned, so the gate serves */
	bool evicted;               /* others have given this core up */
	volatile bool lost;         /* a core has been given up, here or by others */
	volatile bool pending;      /* something came while held */
	volatile uint32_t held;
	uint32_t wakes; /* times that this core has woken itself */
	/*
	 * Ranks below `ready` may be sent to without a further look; `ready_poll` is 1
	 * if polls need none, else 0.  am_set_ready makes both from the members above.
	 */
	uint32_t ready, ready_poll;
};

/*
 * The last head that had a handler, as most messages have the same one.  What it says
 * stands in am.message already.
 */
struct am_usual {
	uint32_t head;                   /* without its number; or AM_NO_HEAD */
	uint32_t tag;                    /* of its endpoint */
	weft_am_handler *const *handler; /* its place in the endpoint's table */
	uint32_t served; /* am_serve: handlers, if its message was not there */
};

struct am {
	uint32_t me, count;
	struct arch_reach own;
	uint32_t news_sent; /* news of its requests, without a number */
	struct am_at at;
	struct am_form form;
	struct am_mode mode;
	struct am_look look;
	struct am_usual usual;
	struct am_peer *peer;           /* by core */
	struct am_from *from;           /* by key */
	struct weft_am_message message; /* what a handler runs with */
	const struct weft_am_endpoint *endpoint[WEFT_AM_ENDPOINTS];
};

extern struct am am;

/* The slot of message `number` of that key here, and its place for words beside it. */
static inline uint32_t am_line(uint32_t key, uint32_t number)
{
	return am.at.first[number & am.form.mask] + am.from[key].line;
}

static inline uint32_t am_rest(uint32_t key, uint32_t number)
{
	return am.at.rest +
	       ((am_line(key, number) - am.at.first[0]) >> AM_REST_LESS);
}

/* Requests up to this one have been freed. */
static inline void am_freed(struct am_peer *p, uint32_t number)
{
	p->freed = number;
	p->last = number + am.form.room;
}

/* A message on its way out: its head is ready but for number and count. */
struct am_out {
	uint32_t head, tag;
	const uint32_t *words;
	uint32_t count;
};

/* am_send.c: sends a message of any length. */
ARCH_COLD void am_send(uint32_t rank, enum am_class class,
		       const struct am_out *out);

/*
 * am_tell.c.  am_tell writes news at a core, and interrupts it if it wants that.
 * am_tell_more does the second half, for a core that does not poll, or may not.
 */
ARCH_COLD void am_tell(uint32_t rank, uint32_t news);
AM_BY_INTERRUPT WEFT_REGISTERS void am_tell_more(uint32_t rank);

/*
 * am_refuse.c.  am_refuse: the message in am.message has no handler here, or another tag.
 * A request goes back to its sender.  am_come_back calls the handler of one that has come
 * back.
 */
ARCH_COLD void am_refuse(enum am_class class);
ARCH_COLD void am_come_back(struct weft_am_message *m, uint32_t from,
			    uint32_t endpoint, int reason);

/*
 * am_serve.c: runs the handler of a reply, of which am.message has all but what its head
 * says.  `plain` is its head without its number.
 */
ARCH_COLD void am_run_reply(uint32_t from, uint32_t plain);

/*
 * am_room.c.  am_has_room: that core has room for a request, as it says now.
 * am_room_soon: .. or soon, on a core that polls, which serves meanwhile; where ARCH_NEAR.
 * am_is_freed: it has handled a request of this core, or never will.  am_is_told: it has
 * said so where a wait looks, which is after its reply.  The last two wait for that, and
 * serve meanwhile; they return WEFT_OK when it is so, and WEFT_ERR_DEAD if this core is out.
 */
bool am_has_room(uint32_t rank);
bool am_room_soon(uint32_t rank);
ARCH_COLD bool am_is_freed(uint32_t rank, uint32_t number);
ARCH_COLD bool am_is_told(uint32_t rank, uint32_t number);
ARCH_COLD int am_await_room(uint32_t rank, uint64_t deadline);
ARCH_COLD int am_await_freed(uint32_t rank, uint32_t number, uint64_t deadline);

/*
 * am_wait.c.  These wait, and serve meanwhile: for a count; for what handlers bring; and,
 * on a core that polls, for what shows in a word or a byte of its MPB.  WEFT_OK when it
 * has come.
 */
AM_BY_INTERRUPT int am_wait_until(const volatile uint32_t *count,
				  uint32_t value, uint64_t deadline);
AM_BY_INTERRUPT int am_serve_until(rt_ready *come, void *what,
				   uint64_t deadline, uint32_t from,
				   const char *why);
ARCH_COLD int am_poll_word(rt_ready *come, void *what, uint64_t deadline,
			   uint32_t from, const char *why);

/*
 * am_hybrid.c, of a core that is WEFT_AM_HYBRID.  am_hybrid_comes: its thread looks for a
 * while, and returns whether it has come.  am_hybrid_round ends a round of the gate that
 * has served so many, and returns whether there is more by now.
 */
ARCH_COLD bool am_hybrid_comes(rt_ready *come, void *what, uint64_t deadline);
ARCH_COLD bool am_hybrid_round(uint32_t served);

/*
 * am_dead.c.  am_lost: others have given a core up.  am_watch watches the next core that
 * this one waits for, at a tick.  am_return_dead lets requests come back, where handlers
 * may run, and returns how many have.
 */
ARCH_COLD void am_lost(uint32_t core);
ARCH_COLD void am_watch(void);
ARCH_COLD uint32_t am_return_dead(void);

/*
 * am_start.c.  am_check: WEFT_OK if this call may go on, or why not; for calls that
 * am.mode.ready does not let pass.  am_set_ready: what am.mode.ready depends on has
 * changed.  The thread calls it, or the gate when nobody may be sent to any more.
 * am_poll_rarely (am_wait.c) is weft_am_poll where am.mode.ready_poll is 0.
 */
AM_BY_INTERRUPT int am_check(void);
ARCH_COLD void am_set_ready(void);
ARCH_COLD int am_poll_rarely(void);

#endif
