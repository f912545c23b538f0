/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast: any core sends to all others at any time.
 *
 * Only the sender calls.  Everybody else receives and forwards in interrupt
 * handlers, whatever it is doing: an application that never calls weft still
 * passes on what others send, or that there is something.  Any number of cores
 * may send at once.  Messages of one core arrive everywhere in the order it
 * sent them, each exactly once; no order holds between those of different
 * cores.
 *
 * It is OC-Bcast made asynchronous (D. Petrovic et al., EPFL thesis 6552,
 * chapter 4) with a window: a core sends chunk n only when all others have done
 * with its chunk n - W, so every chunk that is under way has a place in private
 * DRAM kept for it on every core.  No queue can be full, and no core's buffers
 * ever wait for an application.  Up to 64 cores all copy from the root, and
 * relays tell them; above, chunks are passed on down a tree.  A receiver that
 * does not take its messages stops the cores that send to it after W chunks
 * each, and nothing else (docs/abcast.md).
 *
 * Memory a core, reserved at start: (P - 1) * W chunks of private DRAM, 564 KiB
 * for 48 cores; MPB for 48: 17 lines, and two chunk buffers.  Up to 255 cores;
 * above, every call gives WEFT_ERR_LIMIT.  Environment: WEFT_CREDIT is W (4;
 * less where DRAM is short), WEFT_ABCAST_K the degree of a tree to pass chunks
 * on by (0: as said above), WEFT_BURST how many chunks a handler receives
 * before it lets the application have a turn (8: up to 0.7 ms on an SCC),
 * WEFT_TICK_US the watchdog's period (10000), WEFT_HOP_US when a silent core is
 * given up (5000000): see "Trouble" below.
 */
#ifndef WEFT_ABCAST_H
#define WEFT_ABCAST_H

#include <weft/rma.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_ABCAST_MAX = 1 << 24 /* bytes of a message, at most */
};

/*
 * Sending ------------------------------------------------------------------
 *
 * Start a broadcast of 0 to WEFT_ABCAST_MAX bytes to all other cores and
 * return at once.  The request is REUSABLE when the last chunk has left the
 * data, COMPLETE when every other core's application has taken all of it; wait
 * with weft_wait, look with weft_test.  Data and request stay the caller's,
 * untouched, until REUSABLE and COMPLETE.  Broadcasts that this core has started
 * before go first.
 *
 * Errors, before any data move: WEFT_ERR_NULL, WEFT_ERR_SIZE, WEFT_ERR_LIMIT,
 * WEFT_ERR_STATE (the request is in use, see weft/rma.h), WEFT_ERR_DEAD: the others
 * have given this core up; and WEFT_ERR_REFUSED: longer than weft_abcast_eager() and
 * some core takes whole messages without having posted a buffer for it;
 * request->peer names one.
 * Later, by weft_wait: WEFT_ERR_DEAD, see weft_abcast_lost; weft_test stays false.
 * Cost: one put, a word and an interrupt for each of 47 at most 16; no waiting.
 * Thread; handler up to the eager limit.
 */
int weft_abcast_start(const void *data, size_t bytes,
		      struct weft_request *request);

/*
 * Start, and wait until the data may be reused.  Two errors say that this was not
 * in time.  WEFT_ERR_TIMEOUT: nothing of the message has left, and nothing will; it
 * is as if there had been no call.  WEFT_ERR_PENDING: it has begun to leave, goes on,
 * and will reach all; until the next call has waited for it, the data stay the
 * library's.  That call gives WEFT_ERR_TIMEOUT while it still leaves.
 * The other errors are those of weft_abcast_start.  Thread.
 */
int weft_abcast(const void *data, size_t bytes, weft_us_t within);

/*
 * Receiving ----------------------------------------------------------------
 *
 * Each core chooses once how it receives: by chunks or by whole messages.  What
 * comes before it has chosen waits in the window.  Choosing the other way later:
 * WEFT_ERR_STATE.
 */

/* A piece of a message, in the order in which it was sent. */
struct weft_chunk {
	weft_rank_t root; /* who sent it */
	uint32_t message; /* its number among that core's, from 1 */
	uint32_t total;   /* bytes of the message */
	uint32_t offset;  /* of this piece; 0 begins the message */
	uint32_t bytes;   /* of this piece; offset + bytes == total ends it */
	const void *data; /* valid during the call */
};

typedef void weft_chunk_handler(const struct weft_chunk *chunk, void *arg);

/*
 * By chunks, as they arrive.  WEFT_IN_HANDLER: called in handler context as soon
 * as the chunk has been passed on; short, never waiting.  WEFT_IN_THREAD:
 * called from weft_abcast_poll and from waits for broadcasts of this core's; while
 * it is called, no other chunk is, so it should not wait for who waits for that.
 * WEFT_ERR_NULL, WEFT_ERR_STATE, WEFT_ERR_LIMIT.  Thread.
 */
enum weft_where {
	WEFT_IN_THREAD,
	WEFT_IN_HANDLER,
};
int weft_abcast_on_chunk(weft_chunk_handler *handler, void *arg,
			 enum weft_where where);

/*
 * Call the handler for chunks that have come, at most `most` of them; if none has,
 * sleep until one does, or that time is over; 0: only look.  Returns how many.
 * 0 where chunks go to handlers, and within a handler.  Thread.
 */
uint32_t weft_abcast_poll(uint32_t most, weft_us_t within);

/* A whole message. */
struct weft_message {
	weft_rank_t root;
	uint32_t message; /* its number among that core's, from 1 */
	uint32_t bytes;
	const void *data; /* where it is */
};

/*
 * The next whole message of any core; cores take turns.  Up to the eager limit it
 * is copied to `buffer`, a longer one is where it was posted.  WEFT_ERR_SPACE:
 * longer than `size`, it waits on; message->bytes says how long.
 * WEFT_ERR_TIMEOUT, _NULL, _STATE, _LIMIT.  Thread.
 */
int weft_abcast_recv(void *buffer, size_t size, struct weft_message *message,
		     weft_us_t within);

/*
 * Keep `buffer` for the next message of `root` that is longer than the eager limit
 * and no longer than `size`.  One for each root; it is the library's until
 * weft_abcast_recv gives it back with the message.  WEFT_ERR_STATE: there is one
 * already.  WEFT_ERR_RANK, _NULL, _SIZE, _LIMIT.  Thread.
 */
int weft_abcast_post(weft_rank_t root, void *buffer, size_t size);

/* Longest message that needs no posted buffer: W chunks.  Any context. */
uint32_t weft_abcast_eager(void);

/*
 * Trouble --------------------------------------------------------------------
 *
 * A core that shows no life is given up by who waits for it: when it has taken no
 * tick for WEFT_HOP_US, by the clock of who waits, and the others have meanwhile
 * taken as many ticks as make up that time.  So a core that has merely not been
 * given a processor is waited for, as long as the others have not either.  From then
 * on it is left out, for the rest of the run, and traffic goes round it.  A wait for
 * a message that it has not taken gives WEFT_ERR_DEAD; request->peer names it.
 * A line on the console says who has given up whom.
 *
 * A core that was given up and goes on after all notices within a tick, and says
 * so.  It takes no part any more: nothing of what it has started is used or sent, and
 * its starts, waits and weft_abcast_recv give WEFT_ERR_DEAD with its own rank as
 * request->peer.  What else there is, as barriers, serves it as before.
 *
 * Has `rank`, or this core itself, been given up, as far as this core knows?  Any
 * context.
 */
bool weft_abcast_lost(weft_rank_t rank);

/*
 * Have `handler` called for each core that is given up from now on, this one
 * included, as soon as this core knows: in handler context, short, never waiting.
 * It may post an event, say, so that a wait for what will not come ends.  Null: no
 * handler.  A core that finds itself given up, and has none, panics: what it
 * waits for might never come, and so the run ends and says why.
 * WEFT_ERR_LIMIT.  Thread.
 */
typedef void weft_lost_handler(weft_rank_t rank, void *arg);
int weft_abcast_on_lost(weft_lost_handler *handler, void *arg);

/* What this core has seen since start.  Any context. */
struct weft_abcast_stats {
	uint32_t chunks;      /* received */
	uint32_t direct;      /* .. passed on from MPB to MPB */
	uint32_t queued;      /* .. passed on through DRAM */
	uint32_t most_queued; /* longest that the overflow queue has been */
	uint32_t interrupts;  /* by other cores, and by the timer */
	uint32_t spurious;    /* .. that found nothing to do */
	uint32_t merged;      /* announcements beyond one an interrupt */
	uint32_t wanted;      /* interrupts sent because somebody waited */
};
void weft_abcast_stats(struct weft_abcast_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
