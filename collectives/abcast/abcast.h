/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast, inside: what its parts share (weft/abcast.h says what
 * it is for, docs/abcast.md why it cannot get stuck).
 *
 *   abcast_map.c      what is where: MPB, slots, the trees of all roots
 *   abcast_engine.c   the state machine, and the queue
 *   abcast_scan.c     what parents announce
 *   abcast_receive.c  taking a chunk
 *   abcast_answer.c   what I show, and who waits for whom: freed, park
 *   abcast_buffer.c   my two MPB buffers: reclaim, announce, put
 *   abcast_credit.c   who lacks what of mine
 *   abcast_send.c     starting, waiting
 *   abcast_cut.c      messages into chunks
 *   abcast_dead.c     what goes on without cores that have stopped
 *   abcast_take.c, abcast_recv.c, abcast_post.c   what the inbox
 *                     (messages/inbox.h) has, as applications take it
 *
 * Words.  A *stream* is all that one core, its *root*, ever sends: chunks n = 1, 2,
 * .. over all its messages.  Each core has a place in each stream's tree.  A
 * chunk is announced by a *header* in the MPB of who has it, then by a bell at
 * each child.  Per stream a core counts what it has *copied* (out of its parent's
 * MPB), *put* (into its own, for its children), *delivered* (its application
 * has done with it) and *freed*, the lesser of the last two.  Copied and freed are
 * shown in one word, written by it alone: in its own MPB, or, where all copy from
 * the root, in the root's, where one read shows those of a whole line.
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
#include "messages/board.h"
#include "messages/credit.h"
#include "messages/inbox.h"
#include "messages/turns.h"
#include "runtime/crc.h"
#include "runtime/mpb_map.h"

#include <weft/abcast.h>

enum {
	ABCAST_BUFFERS = 2,
	ABCAST_ROOT_SHIFT = 24,   /* a header's id: root above .. */
	ABCAST_N = (1 << 24) - 1, /* .. and as much of n as fits */
	ABCAST_LINES_SHIFT = 25,  /* lines of a chunk above INBOX_TOTAL */
	ABCAST_CHUNK_LINE = 32, /* bytes: lengths of chunks are counted in it */
	ABCAST_CRC = WEFT_CHECK ? 32 : 0, /* bytes behind a buffer's chunk */
	ABCAST_UNCUT =
		23 * 32, /* bytes: it does not pay to cut fewer [measured] */
	ABCAST_NEWS_SHIFT = 20,
	ABCAST_OFFSET = (1 << 20) - 1,
	ABCAST_NOBODY = 0xffff,
	/*
	 * Where gets are dear the root serves no more than a tree asks of it.
	 */
	ABCAST_RELAYS = ARCH_GET_COST <= 200 && BOARD_FITS,
};
#define ABCAST_NO_CHUNK    UINT32_MAX /* as a header's id: core 255 is none */
#define ABCAST_RESTART     (INBOX_MESSAGE + 1) /* in message: see _dead.c */
#define ABCAST_ACCEPTS_ALL (UINT32_C(1) << 31) /* in a blocked-on word */

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
	uint16_t parent; /* my place in its tree */
	uint16_t first, children;
};

/* A buffer of my MPB. */
struct abcast_buffer {
	uint32_t data; /* offset in window 0 */
	bool busy;
	uint32_t root, n;  /* what is in it */
	uint32_t children; /* that are to copy it: those of the tree, .. */
	bool list_used;    /* .. or, when some are dead, those in the list */
	uint16_t *list;
	uint32_t answered; /* so many of them, in order, have */
#if WEFT_CHECK
	uint32_t crc; /* of its header and data */
#endif
};

struct abcast {
	uint32_t me, count;
	uint32_t sets;        /* words of a bit a core */
	bool relayed;         /* all copy from the root, and relays tell them */
	uint32_t headers;     /* offset: of all buffers */
	struct credit credit; /* pushed where all copy from the root */
	struct abcast_stream *stream;
	struct inbox inbox; /* my own chunks, too, stand in its slots */
	struct abcast_buffer buffer[ABCAST_BUFFERS];
	uint32_t next; /* the buffer whose turn it is */

	/* Chunks to be put, by id, oldest first; a power of two of places. */
	uint32_t *queue;
	uint32_t queue_mask, queue_head, queue_tail;

	struct weft_request *sending; /* has chunks that were not taken */
	/* I wish to know when all have freed my chunk `wished`, and know it of: */
	volatile uint32_t wished, complete;
	uint32_t blocked_on;  /* what my blocked-on word says */
	uint32_t accepts_all; /* .. beside that: 0 or the bit */

	/* Cores that have stopped. */
	bool any_dead;
	bool evicted;                   /* others have left me out */
	const struct shape_node *shape; /* places in the tree of root 0 */

	uint32_t sent;    /* my last chunk that has gone into the queue */
	bool started;     /* the application has just started a broadcast */
	uint32_t channel; /* of the bells */
	struct turns turns;
	struct weft_abcast_stats stats;
};
extern struct abcast abcast;

/* Where all copy from the root. */
extern struct board abcast_board;

static inline bool abcast_is_relayed(void)
{
	return ABCAST_RELAYS && abcast.relayed;
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

/* The word of that core, or stream, in whose MPB it is. */
static inline uint32_t abcast_counter(uint32_t core)
{
	return rt_flag(abcast.credit.row, core);
}

static inline bool abcast_queue_empty(void)
{
	return abcast.queue_head == abcast.queue_tail;
}

/* Any context: all have freed my chunk n, as far as I know. */
static inline bool abcast_all_freed(uint32_t n)
{
	return (int32_t)(abcast.complete - n) >= 0;
}

/* Any context: I wish to know when they have. */
static inline void abcast_wish(uint32_t n)
{
	if ((int32_t)(n - abcast.wished) > 0) {
		abcast.wished = n;
	}
}

/*
 * A core's blocked-on word, where the counter of its own chunks would be: the child, and
 * the core, that it waits for, as ranks + 1; and whether it takes messages of any
 * length.
 */
static inline uint32_t abcast_blocked_on(uint32_t core)
{
	return abcast_counter(core);
}

static inline bool abcast_accepts_all(uint32_t core)
{
	return arch_flag_read(core, abcast_blocked_on(core)) &
	       ABCAST_ACCEPTS_ALL;
}

/* abcast_answer.c: from now on this core does. */
ARCH_COLD void abcast_accept_all(void);

/*
 * abcast_recv.c, so linked where whole messages are taken: would some core refuse a
 * message of that length, longer than the eager limit?  WEFT_OK or WEFT_ERR_REFUSED.
 * Thread.
 */
ARCH_COLD int abcast_refused(uint32_t bytes, struct weft_request *request)
	__attribute__((weak));

#endif
