/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls: ask another core for something, and wait for its reply.
 *
 * The caller sends a few words.  At the other core a function, its *server*,
 * runs with them, and replies with some bytes.  The caller's fiber waits
 * meanwhile, so that others of its core run (weft/fiber.h).  Without fibers the
 * core waits.
 *
 *     static void find(struct weft_called *call, void *arg)  at the core asked
 *     {
 *             weft_call_reply(call, block(arg, call->word[0]), BLOCK);
 *     }
 *     ..
 *     weft_call(&calls, home, &number, 1, block, &bytes, WEFT_FOREVER);
 *
 * The question is an Active Message (weft/am.h), so it is served whatever that
 * core computes.  On a chip without interrupts it is served when that core next
 * waits in weft.  The reply is no message: it goes into the MPB of the caller,
 * to the slot of that very call, and there ends the caller's wait for a word.
 * So the reply takes no interrupt and no look-up of its receiver, and wakes no
 * other fiber.  (M. A. Parker, "Efficient User-Level Event Notification", Utah
 * 2013: requests and responses, section 4.3.3; a response that directly resumes
 * the caller, section 8.9.  Section 6.2.7: where replies for several callers go
 * to one event, some of them starve.  Here each call has its own.)
 *
 * The server runs as a handler: in an interrupt, one call after another, and it
 * never waits.  It replies at once.  Or it copies the call that it was given,
 * and a thread replies later, when it has the answer.  Each call is replied to
 * once.
 *
 * Several fibers of a core, and many cores, may call the same core.  Order: a
 * core's calls to one other core are served in their order.  A core that has a
 * reply sees all that the other core had put here before.
 *
 * Full.  A core has as many calls under way as it has slots; one more waits
 * until another one ends.  A call that is given up at its deadline keeps its
 * slot until its reply comes after all, so no other call gets that reply.
 *
 * MPB, from the symmetric heap: for each slot 8 bytes and the longest reply,
 * whole lines; and the MPB that Active Messages take.
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
	uint32_t endpoint; /* of Active Messages; these calls take it */
	uint32_t slots;    /* calls of a core under way, 1 to WEFT_CALL_SLOTS */
	uint32_t bytes;    /* of a reply, at most */
};

struct weft_calls;

/* A call, as its server gets it; a copy may be replied to later. */
struct weft_called {
	struct weft_calls *calls;
	weft_rank_t from;
	uint32_t stamp; /* only the library uses this */
	uint32_t count; /* the number of words; the others are undefined */
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
 * Opens calls from this core, and to it.  The server is called with `arg`; if
 * it is null, this core replies to no calls.  Symmetric, as weft_mpb_alloc;
 * have a barrier before any core calls.  Errors: WEFT_ERR_NULL; WEFT_ERR_STATE:
 * weft_am_begin(WEFT_AM_INTERRUPT) has not been called, or the endpoint is
 * open; WEFT_ERR_NUMBER: there is no such endpoint; WEFT_ERR_SIZE: no such
 * number of slots, or a reply longer than the MPB; WEFT_ERR_SPACE.  Thread.
 */
int weft_calls_open(struct weft_calls *calls,
		    const struct weft_calls_shape *shape, weft_server *server,
		    void *arg);

/*
 * Closes them: symmetric, when no core calls any more.  Errors: WEFT_ERR_NULL;
 * WEFT_ERR_STATE: it is not open, or a call of this core is under way, or one
 * has been given up and its reply has not come.  Thread.
 */
int weft_calls_close(struct weft_calls *calls);

/*
 * Asks core `rank`, which may be this one, and waits for its reply.  *bytes is
 * the room for the reply, and becomes its length.  If `bytes` is null, the
 * reply's data are not wanted.  Errors:
 *   WEFT_ERR_NULL, _RANK
 *   WEFT_ERR_SIZE: more than WEFT_CALL_WORDS.
 *   WEFT_ERR_STATE: it is not open here.
 *   WEFT_ERR_SPACE: calls that have been given up hold all slots.
 *   WEFT_ERR_TIMEOUT: no reply came in time, and the server may or may not run.
 *     Or there was no slot, or no room for the question, and it will not.
 *   WEFT_ERR_REFUSED: that core has no server, or has not opened its end.
 *   WEFT_ERR_DEAD: that core, or this one, has been given up.
 *   WEFT_ERR_RANGE: the reply has come and is longer than *bytes, which now
 *     says how long.
 *
 * It may last up to twice `within` where it must wait for a slot and then for
 * room for the question.  Thread.
 *
 * Cost: a request (weft_am_request), the interrupt that serves it, a put and
 * two words back, a get from the own MPB.
 */
int weft_call(struct weft_calls *calls, weft_rank_t rank, const uint32_t *words,
	      uint32_t count, void *reply, size_t *bytes, weft_us_t within);

/*
 * Replies to a call.  Errors: WEFT_ERR_NULL; WEFT_ERR_NUMBER: `call` is none;
 * WEFT_ERR_SIZE: longer than the shape says, and it may be replied to again;
 * WEFT_ERR_DEAD: this core has been given up.  Thread, handler.  Cost: a put
 * and two words; never waits.
 */
int weft_call_reply(const struct weft_called *call, const void *data,
		    size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
