/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls: ask another core for something, and wait for its reply.
 *
 * The caller sends a few words; at the other core a function, its *server*, runs with
 * them, and replies with some bytes.  The caller's fiber waits meanwhile, so that others
 * of its core run (weft/fiber.h); without fibers the core waits.
 *
 *     static void find(struct weft_called *call, void *arg)    at who is asked
 *     {
 *             weft_call_reply(call, block(arg, call->word[0]), BLOCK);
 *     }
 *     ..
 *     weft_call(&calls, home, &number, 1, block, &bytes, WEFT_FOREVER);
 *
 * The question is an Active Message (weft/am.h), so that it is served whatever that core
 * computes; where nothing interrupts a core, when it next waits in weft.  The reply is
 * none: it goes into the MPB of who asked, to the slot of that very call, and there ends the
 * wait for a word.  No interrupt is taken for it, nobody looks up whom it is for, and no
 * other fiber is woken.  (M. A. Parker, "Efficient User-Level Event Notification", Utah
 * 2013: requests and responses, section 4.3.3; a response that directly resumes who asked,
 * section 8.9.  Replies that go to one event for several who wait starve some of them,
 * section 6.2.7; here each has its own.)
 *
 * The server runs as a handler: in an interrupt, one after another, and it never waits.  It
 * replies at once; or it copies what it was given, and a thread replies later, when it
 * has what was asked for.  Each call is replied to once.
 *
 * Several fibers of a core, and many cores, may call the same core.  Order: a core's calls to
 * one other core are served in their order, and who has a reply sees what the other core had
 * put here before.
 *
 * Full.  A core has as many calls under way as it has slots; one more waits until
 * another one ends.  A call that is given up at its deadline keeps its slot until its reply
 * comes after all: nobody else gets what was meant for it.
 *
 * MPB, from the symmetric heap: for each slot 8 bytes and the longest reply, whole lines;
 * and what Active Messages take.
 */
#ifndef WEFT_CALL_H
#define WEFT_CALL_H

#include <weft/am.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_CALL_WORDS = WEFT_AM_WORDS - 1, /* of a question, at most */
	WEFT_CALL_SLOTS = 16,
};

/* The same on all cores. */
struct weft_calls_shape {
	uint32_t endpoint; /* of Active Messages: it is taken for these calls */
	uint32_t slots;    /* calls of a core under way, 1 to WEFT_CALL_SLOTS */
	uint32_t bytes;    /* of a reply, at most */
};

struct weft_calls;

/* A call, as its server gets it; a copy may be replied to later. */
struct weft_called {
	struct weft_calls *calls;
	weft_rank_t from;
	uint32_t stamp; /* only the library uses this */
	uint32_t count; /* of words; the others are undefined */
	uint32_t word[WEFT_CALL_WORDS];
};

typedef void weft_server(struct weft_called *call, void *arg);

/* This core's end.  Its members are the library's. */
struct weft_calls {
	struct weft_calls_shape shape;
	struct weft_calls *next;
	struct weft_am_endpoint endpoint;
	weft_server *server;
	void *arg;
	uint32_t place, stride, words;
	struct weft_call_slot {
		uint32_t state, stamp;
		weft_rank_t rank;
		int error;
	} slot[WEFT_CALL_SLOTS];
};

/*
 * Calls from this core, and to it, which server(.., arg) serves; null: this core replies to
 * none.  Symmetric, as weft_mpb_alloc; have a barrier before anybody calls.  Errors:
 * WEFT_ERR_NULL; WEFT_ERR_STATE: weft_am_begin(WEFT_AM_INTERRUPT) has not been called, or
 * the endpoint is open; WEFT_ERR_RANGE: there is no such endpoint; WEFT_ERR_SIZE: no
 * such number of slots, or a reply longer than the MPB; WEFT_ERR_SPACE.  Thread.
 */
int weft_calls_open(struct weft_calls *calls,
		    const struct weft_calls_shape *shape, weft_server *server,
		    void *arg);

/*
 * Symmetric, when nobody calls any more.  Errors:  WEFT_ERR_NULL; WEFT_ERR_STATE: it is not
 * open, or a call of this core is under way or has been given up, and the reply has not
 * come.  Thread.
 */
int weft_calls_close(struct weft_calls *calls);

/*
 * Asks core `rank`, which may be this one, and waits for its reply: at most *bytes, of which
 * as many are there in the end.  With `bytes` null nothing of the reply is wanted.  Errors:
 *   WEFT_ERR_NULL, _RANK; WEFT_ERR_SIZE: more than WEFT_CALL_WORDS
 *   WEFT_ERR_STATE      it is not open here
 *   WEFT_ERR_SPACE      all slots are those of calls that have been given up
 *   WEFT_ERR_TIMEOUT    no reply came in time, and the server may or may not run; or there
 *                       was no slot, or no room for the question, and it will not
 *   WEFT_ERR_REFUSED    that core has no server, or has not opened its end
 *   WEFT_ERR_DEAD       that core, or this one, has been given up
 *   WEFT_ERR_RANGE      the reply has come and is longer than *bytes, which now says
 *                       how long
 * It may last up to twice `within` where it must wait for a slot and then for room for
 * the question.  Thread.
 * Cost: a request (weft_am_request), the interrupt that serves it, a put and two words
 * back, a get from the own MPB.
 */
int weft_call(struct weft_calls *calls, weft_rank_t rank, const uint32_t *words,
	      uint32_t count, void *reply, size_t *bytes, weft_us_t within);

/*
 * Replies.  Errors:  WEFT_ERR_NULL; WEFT_ERR_RANGE: `call` is none; WEFT_ERR_SIZE: longer
 * than the shape says, and it may be replied to again; WEFT_ERR_DEAD: this core has been
 * given up.  Thread, handler.  Cost: a put and two words; never waits.
 */
int weft_call_reply(const struct weft_called *call, const void *data,
		    size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
