/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast, inside: what its parts share (weft/abcast.h says what
 * it is for, docs/abcast.md why it cannot get stuck).
 *
 *   abcast_map.c      what is where: MPB, slots, the trees of all roots
 *   abcast_engine.c   the state machine, the queue, and what this core shows of its
 *                     progress: copied, freed
 *   abcast_receive.c  what parents announce; taking a chunk
 *   abcast_anew.c     what headers say besides: deaths, streams that begin anew
 *   abcast_buffer.c   its two MPB buffers: reclaim, announce, put
 *   abcast_send.c     starting, waiting
 *   abcast_cut.c      messages into chunks
 *   abcast_dead.c     whom it waits for too long, and what then
 *   wide*.c           in place of all that, the engine of large runs
 *   abcast_choose.c   which of the two a run has
 *   abcast_take.c, abcast_recv.c, abcast_post.c   what the inbox
 *                     (inbox.h) has, as applications take it
 *
 * Its own, each with a header that says how: routes (who copies from whom), notifier and
 * board (who tells whom), credit (who may send, and who waits for whom), inbox, outbox,
 * turns, missed.  Below, in messages/: notify, liveness.
 *
 * Words.  A *stream* is all that one core, its *root*, ever sends: chunks n = 1, 2,
 * .. over all its messages.  Each core has a route for each stream.  A core that has
 * a chunk in its MPB announces it by a *header* there, and then tells its children.
 * Of each stream a core counts which chunks it has *copied* out of its parent's MPB,
 * *put* into its own MPB for its children, *delivered* to its application, and *freed*,
 * which is the lesser of put and delivered.  One word shows others how many it has
 * copied and freed: in its own MPB, or, where all copy from the root, in the root's.
 *
 * Truths that hold at every moment:
 *   1. chunk n of a stream is in some MPB only if every core has freed n - W of
 *      it: its slot, n mod W, is free everywhere, and a handler always has room;
 *   2. a busy buffer waits for its children's engines only;
 *   3. the queue holds at most W chunks a stream;
 *   4. only a root's own send waits for an application: that of a receiver.
 *
 * All but the marked functions run inside the gate (runtime/progress.h).
 */
#ifndef COLLECTIVES_ABCAST_H
#define COLLECTIVES_ABCAST_H

#include "arch/arch.h"
#include "collectives/abcast/credit.h"
#include "collectives/abcast/inbox.h"
#include "collectives/abcast/missed.h"
#include "collectives/abcast/notifier.h"
#include "collectives/abcast/outbox.h"
#include "collectives/abcast/routes.h"
#include "collectives/abcast/turns.h"
#include "runtime/crc.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"

#include <weft/abcast.h>

enum {
	ABCAST_BUFFERS_LOG2 = 1,
	ABCAST_BUFFERS = 1 << ABCAST_BUFFERS_LOG2,
	ABCAST_ROOT_SHIFT = 24,   /* a header's id: root above .. */
	ABCAST_N = (1 << 24) - 1, /* .. and as much of n as fits */
	ABCAST_LINES_SHIFT = 25,  /* lines of a chunk above INBOX_TOTAL */
	ABCAST_CHUNK_LINE = 32, /* bytes: lengths of chunks are counted in it */
	ABCAST_CRC = WEFT_CHECK ? 32 : 0, /* bytes behind a buffer's chunk */
	ABCAST_UNCUT =
		23 * 32, /* bytes: it does not pay to cut fewer [measured] */
	ABCAST_NEWS_SHIFT = 20,
	ABCAST_OFFSET = (1 << 20) - 1,
	/*
	 * Where gets are dear the root serves no more than a tree asks of it, and cores are
	 * small: what saves time and not work is left out there.
	 */
	ABCAST_FLAT = NOTIFIER_BOARDS && CREDIT_PUSHES,
};
/* Can runs of this port be so large that they need the engine of wide.h? */
#define ABCAST_WIDE (ARCH_CORES_MAX > 255)

#define ABCAST_NO_CHUNK UINT32_MAX /* as a header's id: core 255 is none */
#define ABCAST_RESTART  (INBOX_MESSAGE + 1) /* in message: see _dead.c */

/*
 * In an MPB: what is in the buffer of the same index.  All headers of a core are
 * one line of the SCC, so one read shows them.
 */
struct abcast_header {
	uint32_t id; /* root and n; written last, read first */
	uint32_t message;
	uint32_t length; /* as the slot's */
	/*
	 * In lines of a chunk; above, a core that is dead, as rank + 1, or 0.  That
	 * is true in itself: who reads it while it is written again may have a
	 * root of the one header and this of the other.
	 */
	uint32_t offset;
};

/*
 * All that a core knows of one root's stream, beside what the inbox does: `come`,
 * which is what it has copied, and `delivered`.
 */
struct abcast_stream {
	uint32_t put, freed;
};

/* A buffer of this core's MPB. */
struct abcast_buffer {
	uint32_t data;     /* offset in window 0 */
	uint32_t root, n;  /* what is in it */
	uint32_t children; /* that are to copy it: those of the tree, .. */
	bool list_used;    /* .. or, when some are dead, those in the list */
	bool busy;
	uint16_t *list;
	uint32_t answered; /* so many of them, in order, have */
#if WEFT_CHECK
	uint32_t crc; /* of its header and data */
#endif
};

/*
 * An engine: all that moves chunks from their root to the applications' slots.  There are
 * two, and a run has one of them: a tree for each root (abcast_map.c), or one tree and
 * one order for all (wide.h).  Each has a part with its words in the MPB and its round;
 * this is what the rest asks it.  abcast_choose.c alone says which one it is.
 */
struct abcast_engine {
	uint32_t buffers_log2; /* of a chunk each, in every MPB */
	bool posts;            /* buffers can be posted */
	bool gives_up;         /* cores that have stopped */

	/*
	 * At start, after the engine's part: its buffers, so many bytes each, begin there.
	 * Returns the window, `window` or less.
	 */
	uint32_t (*place)(uint32_t offset, uint32_t bytes, uint32_t window);

	/* More of that stream has been delivered.  Masked. */
	void (*delivered)(uint32_t root);

	/* From now on this core takes messages of any length, and says so.  Any context. */
	void (*accept_all)(void);

	/* Does that core take a message of that length from this one?  Thread. */
	bool (*takes)(uint32_t core, uint32_t bytes);

	/*
	 * Whom a root's chunk waits for, as far as cores have said; null where cores that
	 * stop are given up instead.  Thread.
	 */
	uint32_t (*awaited)(void);
};

/* The engine of runs of so many cores; null: they are too many for any. */
ARCH_COLD const struct abcast_engine *abcast_choose(uint32_t count);

extern const struct abcast_engine abcast_trees;

struct abcast {
	uint32_t me, count;
	const struct abcast_engine *chosen; /* null: not placed in this run */
	uint32_t headers;                   /* offset: of all buffers */
	struct routes routes;
	struct notifier notifier;
	struct credit credit;
	struct abcast_stream *stream;
	struct inbox inbox; /* this core's chunks, too, are in slots */
	struct abcast_buffer buffer[ABCAST_BUFFERS];

	/* Chunks to be put, by id, oldest first; a power of two of places. */
	uint32_t *queue;
	uint32_t queue_mask, queue_head, queue_tail;

	struct outbox outbox;
	struct credit_sweep for_credit, for_wish;
	struct missed missed; /* of this core's stream */

	uint32_t touched[RT_BELL_SETS]; /* streams that may have been freed */
	bool any_touched;

	uint32_t sent;      /* its last chunk that has gone into the queue */
	uint8_t next;       /* the buffer whose turn it is */
	uint8_t refused_by; /* who refuses its next message, + 1; or 0 */
	bool evicted;       /* others have given this core up */
	bool started;       /* the application has just started a broadcast */
	struct turns turns;
	struct weft_abcast_stats stats;
};
extern struct abcast abcast;

/* The engine of this run; where there is one only, the compiler knows it. */
static inline const struct abcast_engine *abcast_engine(void)
{
	return ABCAST_WIDE ? abcast.chosen : &abcast_trees;
}

static inline bool abcast_any_dead(void)
{
	return abcast.routes.any_dead;
}

static inline uint32_t abcast_children(uint32_t root)
{
	return abcast.routes.of[root].children;
}

static inline struct inbox_slot *abcast_slot(uint32_t root, uint32_t n)
{
	return inbox_slot(&abcast.inbox, root, n);
}

static inline struct inbox_stream *abcast_in(uint32_t root)
{
	return &abcast.inbox.stream[root];
}

static inline uint32_t abcast_id(uint32_t root, uint32_t n)
{
	return root << ABCAST_ROOT_SHIFT | (n & ABCAST_N);
}

static inline bool abcast_queue_empty(void)
{
	return abcast.queue_head == abcast.queue_tail;
}

/* Any context: all are known to have freed this core's chunk n. */
static inline bool abcast_all_freed(uint32_t n)
{
	return credit_complete(&abcast.credit, n);
}

/*
 * Says in the slot what the header says.  What comes from a window is checked before it is
 * believed; false: with CHECK=1, it makes no sense.
 */
static inline bool abcast_fill_slot(struct inbox_slot *slot,
				    const struct abcast_header *h)
{
	uint32_t total = h->length & INBOX_TOTAL;
	uint32_t offset = (h->offset & ABCAST_OFFSET) * ABCAST_CHUNK_LINE;
	uint32_t bytes = h->length >> ABCAST_LINES_SHIFT << 5;

	bytes = total - offset < bytes ? total - offset : bytes;
	if (offset > total ||
	    (total > WEFT_ABCAST_MAX && total != INBOX_NO_MESSAGE) ||
	    bytes > abcast.inbox.chunk) {
		if (WEFT_CHECK) {
			return false;
		}
		rt_panic("a chunk's header makes no sense");
	}
	slot->message = h->message;
	slot->length = h->length;
	slot->offset = offset;
	slot->bytes = bytes;
	return true;
}

/*
 * abcast_recv.c, so linked where whole messages are taken: would some core refuse a
 * message of that length, longer than the eager limit?  WEFT_OK or WEFT_ERR_REFUSED.
 * Thread.
 */
ARCH_COLD int abcast_refused(uint32_t bytes, struct weft_request *request)
	__attribute__((weak));

/*
 * The same file: the request of a chunk of no message, with which cores that have missed
 * some of this core's stream begin anew.
 */
extern struct weft_request abcast_anew __attribute__((weak));

#endif
