/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast: any core sends a message to all others at any time.
 *
 * Only the sender calls a function.  The other cores receive and forward the
 * message in interrupt handlers, whatever they are doing, even if the
 * application never calls weft.  Any number of cores may send at once.  The
 * messages of one core arrive at each core exactly once and in the order in
 * which they were sent.  Messages of different cores arrive in any order.
 *
 * The algorithm is asynchronous OC-Bcast (D. Petrovic et al., EPFL thesis 6552,
 * chapter 4) with credit: a core sends its chunk n only when all others have
 * freed its chunk n - W.  So each core has room in private memory for each
 * chunk that is under way.  No queue is ever full, and no chunk buffer waits
 * for an application.  Up to 64 cores all copy from the root and tell each
 * other; with more, chunks are passed on down a tree.  A receiver that takes no
 * messages stops the cores that send to it after W chunks each, and has no
 * other effect (docs/abcast.md).
 *
 * Memory of a core, reserved at start: (P - 1) * W chunks of private memory for
 * P cores, 564 KiB for 48; in the MPB, for 48 cores, 17 lines and two chunk
 * buffers.
 *
 * Above 255 cores, and in several nodes (docs/mpi.md), there is one tree of all
 * cores.  Chunks of all roots go down it in one order, which the core at its
 * top makes.  A sender asks that core, by the leader of a group of 32.  At 1024
 * cores that takes 384 bytes of each MPB.  Applications see these differences.
 * No core is given up, so a receiver that has died, or takes no messages, stops
 * all that send; a wait for completion that times out names it in
 * request->peer.  No buffers can be posted (WEFT_ERR_LIMIT), so that a message
 * longer than weft_abcast_eager() needs receivers that take chunks.  Limit:
 * 1024 cores; in larger runs every call fails with WEFT_ERR_LIMIT.
 *
 * Runs of several nodes work as large runs do, so that data enter each node
 * once.  Programs that call weft_abcast_post are an exception: they have a tree
 * for each root there, too.
 *
 * Environment: WEFT_CREDIT is W (4; it is less where memory is short).
 * WEFT_ABCAST_K is the degree of a tree by which chunks are passed on (0: as
 * said above).  WEFT_BURST is how many chunks a handler receives before the
 * application continues (8, which takes up to 0.7 ms on an SCC).  WEFT_TICK_US
 * is the watchdog's period (10000) and WEFT_HOP_US the time after which a
 * silent core is given up (5000000); see "Lost cores" below.
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
 * Starts a broadcast of 0 to WEFT_ABCAST_MAX bytes to all other cores and
 * returns at once.  The request becomes REUSABLE when the last chunk has left
 * the data, and COMPLETE when every other core's application has taken the
 * whole message; weft_wait waits for that and weft_test looks.  The caller
 * keeps the data unchanged until REUSABLE and the request until COMPLETE.
 * Broadcasts that this core has started before go first.
 *
 * Errors before any data move: WEFT_ERR_NULL; WEFT_ERR_SIZE; WEFT_ERR_LIMIT;
 * WEFT_ERR_STATE if the request is in use (weft/rma.h); WEFT_ERR_DEAD if the
 * others have given this core up; WEFT_ERR_REFUSED if the message is longer
 * than weft_abcast_eager() and some core that takes whole messages has posted
 * no buffer for it.  After WEFT_ERR_REFUSED request->peer names such a core.
 * Error later, by weft_wait:  WEFT_ERR_DEAD (weft_abcast_lost); weft_test then
 * stays false.
 *
 * Cost: one put, a flag write and, with 48 cores, at most 16 interrupts; no
 * waiting.  Thread; handler for messages up to weft_abcast_eager().
 */
int weft_abcast_start(const void *data, size_t bytes,
		      struct weft_request *request);

/*
 * Starts a broadcast and waits until the data may be reused.  Two errors say
 * that this took too long.  After WEFT_ERR_TIMEOUT nothing of the message has
 * left and nothing will, as if there had been no call.  After WEFT_ERR_PENDING
 * the message has begun to leave and will reach all cores.  The caller then
 * keeps the data unchanged until the next call of weft_abcast, which waits for
 * the message first.  That call fails with WEFT_ERR_TIMEOUT while the message
 * is still leaving.  The other errors are those of weft_abcast_start.  Thread.
 */
int weft_abcast(const void *data, size_t bytes, weft_us_t within);

/*
 * Receiving ----------------------------------------------------------------
 *
 * Each core chooses once how it receives: by chunks or by whole messages.
 * Chunks that come before it has chosen wait.  To choose the other way later
 * fails with WEFT_ERR_STATE.
 */

/* A piece of a message, in the order in which it was sent. */
struct weft_chunk {
	weft_rank_t root; /* the core that sent it */
	uint32_t message; /* its number among that core's, from 1 */
	uint32_t total;   /* bytes of the message */
	uint32_t offset;  /* of this piece; 0 begins the message */
	uint32_t bytes;   /* of this piece; offset + bytes == total ends it */
	const void *data; /* valid during the call */
};

typedef void weft_chunk_handler(const struct weft_chunk *chunk, void *arg);

/* Where it is called: in calls and waits of the thread, or as chunks come. */
enum weft_where {
	WEFT_IN_THREAD,
	WEFT_IN_HANDLER,
};

/* A whole message. */
struct weft_message {
	weft_rank_t root;
	uint32_t message; /* its number among that core's, from 1 */
	uint32_t bytes;
	const void *data; /* where it is */
};

/*
 * Chooses to receive by chunks, as they arrive.  With WEFT_IN_HANDLER the
 * library calls `handler` in handler context as soon as the chunk has been
 * passed on; it must be short and must not wait.  With WEFT_IN_THREAD the
 * library calls it from weft_abcast_poll and from waits for this core's
 * broadcasts.  No other chunk is delivered until it returns, so it must not
 * wait for a core that waits for this one to take chunks.  Errors:
 * WEFT_ERR_NULL, _STATE, _LIMIT.  Thread.
 */
int weft_abcast_on_chunk(weft_chunk_handler *handler, void *arg,
			 enum weft_where where);

/*
 * Calls the handler for chunks that have come, for at most `most` of them, and
 * returns for how many.  If none has come, it sleeps until one does or the time
 * is over; with `within` 0 it only looks.  On a chip without interrupts it also
 * does the work of interrupt handlers when it finds nothing, as
 * weft_abcast_lost does.  It returns 0 if chunks go to interrupt handlers, and
 * when it is called from `handler`.  Thread.
 */
uint32_t weft_abcast_poll(uint32_t most, weft_us_t within);

/*
 * Chooses to receive whole messages, and takes the next one of any core; the
 * senders take turns.  A message of up to weft_abcast_eager() bytes is copied
 * to `buffer`, a longer one is in the buffer that was posted for it.  Errors:
 * WEFT_ERR_SPACE if the message is longer than `size`, in which case it stays
 * and message->bytes says how long it is; WEFT_ERR_TIMEOUT, _NULL, _STATE,
 * _LIMIT, _DEAD.  Thread.
 */
int weft_abcast_recv(void *buffer, size_t size, struct weft_message *message,
		     weft_us_t within);

/*
 * Posts a buffer for the next message of `root` that is longer than
 * weft_abcast_eager() and no longer than `size`.  There is one buffer for each
 * root.  The library owns it until weft_abcast_recv returns it with the
 * message.  Errors:  WEFT_ERR_STATE if that root has a buffer already;
 * WEFT_ERR_RANK, _NULL, _SIZE, _LIMIT.  Thread.
 */
int weft_abcast_post(weft_rank_t root, void *buffer, size_t size);

/* The longest message that needs no posted buffer: W chunks.  Any context. */
uint32_t weft_abcast_eager(void);

/*
 * Lost cores -----------------------------------------------------------------
 *
 * A core that waits for another one gives it up when two things hold.  The
 * other core has taken no tick for WEFT_HOP_US, by the clock of the core that
 * waits.  And the rest of the cores have meanwhile taken as many ticks as make
 * up that time.  So a core that the host has given no processor is waited for
 * while the others have got none either.
 *
 * A core that is given up is left out for the rest of the run, and messages go
 * round it.  Waits for a message that it has not taken fail with WEFT_ERR_DEAD,
 * and request->peer names it.  A line on the console says which core has given
 * up which.
 *
 * A core that has been given up and moves again notices this within a tick and
 * prints a line.  It takes no part in asynchronous broadcasts any more: nothing
 * that it has started is used or sent, and its starts, waits and
 * weft_abcast_recv fail with WEFT_ERR_DEAD and its own rank in request->peer.
 * Other functions, such as barriers, work for it as before.
 *
 * Tells whether `rank`, which may be this core, has been given up, as far as
 * this core knows.  Any context.
 */
bool weft_abcast_lost(weft_rank_t rank);

/*
 * Sets a function that is called for each core that is given up from now on,
 * this one included, as soon as this core knows.  It is called in handler
 * context; it must be short and must not wait.  It may post an event, for
 * instance, to end a wait for what will not come.  Null removes it.  A core
 * that finds itself given up and has set none panics: a message that it waits
 * for might never come, and so the run ends with a report.  Error:
 * WEFT_ERR_LIMIT.  Thread.
 */
typedef void weft_lost_handler(weft_rank_t rank, void *arg);
int weft_abcast_on_lost(weft_lost_handler *handler, void *arg);

/* Returns what this core has counted since start.  Any context. */
struct weft_abcast_stats {
	uint32_t chunks;      /* received */
	uint32_t direct;      /* those passed on from MPB to MPB */
	uint32_t queued;      /* those passed on through DRAM */
	uint32_t most_queued; /* longest that the overflow queue has been */
	uint32_t interrupts;  /* by other cores, and by the timer */
	uint32_t spurious;    /* those that found nothing to do */
	uint32_t merged;      /* causes found beyond an interrupt's first */
	uint32_t wanted;      /* interrupts sent to cores that waited */
};
void weft_abcast_stats(struct weft_abcast_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
