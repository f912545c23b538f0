/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast, inside: what its parts share (weft/abcast.h says what
 * it is for, docs/abcast.md why it cannot get stuck).
 *
 *   abcast_map.c      what is where: MPB, slots, the trees of all roots
 *   abcast_engine.c   the state machine, and the queue
 *   abcast_receive.c  what parents announce: scan, receive
 *   abcast_answer.c   what I show, and who waits for whom: freed, park
 *   abcast_tell.c     who tells whom
 *   abcast_buffer.c   my two MPB buffers: reclaim, announce, put
 *   abcast_credit.c   who has taken what of mine: the window, completion
 *   abcast_send.c     starting, waiting
 *   abcast_failure.c  cores that have stopped
 *   abcast_deliver.h  delivery: what of it the engine knows
 *   abcast_chunk.c    by chunks
 *   abcast_message.c  by whole messages
 *
 * Words.  A *stream* is all that one core, its *root*, ever sends: chunks n = 1, 2,
 * .. over all its messages.  Each core has a place in each stream's tree.  A
 * chunk is announced by a *header* in the MPB of who has it, then by a bell at
 * each child.  Per stream a core counts what it has *copied* (out of its parent's
 * MPB), *put* (into its own, for its children), *delivered* (its application
 * has done with it) and *freed*, the lesser of the last two.  Copied and freed are
 * shown in its MPB, written by it alone.
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
#include "runtime/bell.h"

#include <weft/abcast.h>

enum {
	ABCAST_BUFFERS = 2,
	ABCAST_ROOT_SHIFT = 24,   /* a header's id: root above .. */
	ABCAST_N = (1 << 24) - 1, /* .. and as much of n as fits */
	ABCAST_LINES_SHIFT = 25,  /* a header's length: lines of a chunk.. */
	ABCAST_TOTAL = (1 << 25) - 1, /* ..above, total bytes below */
	ABCAST_CHUNK_LINE = 32, /* bytes: lengths of chunks are counted in it */
	ABCAST_NEWS_SHIFT = 20,
	ABCAST_OFFSET = (1 << 20) - 1,
	ABCAST_NOBODY = 0xffff,
	/* Cores that may all copy from one; words by which they are told. */
	ABCAST_RELAYED = 64,
	ABCAST_CALLS = 16,
	/* Where gets are dear the root serves no more than a tree asks of it. */
	ABCAST_RELAYS = ARCH_GET_COST <= 200,
};
#define ABCAST_NO_CHUNK UINT32_MAX /* as a header's id: core 255 is none */
#define ABCAST_RESTART  (UINT32_C(1) << 31) /* in message: see _failure.c */

/* A core's status in its MPB, words. */
enum {
	ABCAST_WANT,    /* whom I wait for: a child, and a core, as rank + 1 */
	ABCAST_ALIVE,   /* moves at every tick */
	ABCAST_ACCEPTS, /* 1: messages of any length */
	ABCAST_STATUS_WORDS,
};

/*
 * In an MPB: what is in the buffer of the same index.  All headers of a core are
 * one line of the SCC, so one read shows them.
 */
struct abcast_header {
	uint32_t id; /* root and n; written last, read first */
	uint32_t message;
	uint32_t length; /* total bytes; above, lines of a chunk */
	/*
	 * In lines of a chunk; above, a core that is dead, as rank + 1, or 0.  That
	 * is true in itself: who reads it while it is written again may have a
	 * root of the one header and this of the other.
	 */
	uint32_t offset;
};

/* In private memory: chunk n of a stream, at n mod W. */
struct abcast_slot {
	char *store;      /* room for a chunk */
	const char *data; /* where its bytes are: there, or with their owner */
	uint32_t message, length, offset; /* as in its header */
	uint32_t bytes;
};

/* All that a core knows of one root's stream. */
struct abcast_stream {
	uint32_t copied, put, freed;
	volatile uint32_t delivered; /* the thread's, where that delivers */
	uint16_t parent;             /* my place in its tree */
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
};

struct abcast {
	uint32_t me, count;
	uint32_t sets;                 /* words of a bit a core */
	uint32_t window, window_shift; /* W = 2^shift */
	uint32_t burst;    /* chunks received in a round: it bounds a handler */
	bool relayed;      /* all copy from the root, and relays tell them: */
	uint32_t calls;    /* offset: of ABCAST_CALLS words */
	uint32_t chunk;    /* bytes of a buffer, and of a slot */
	uint32_t headers;  /* offset: of all buffers */
	uint32_t counters; /* offset: a word a stream, copied and freed */
	uint32_t status;   /* offset: see the enum above */
	struct abcast_stream *stream;
	struct abcast_slot *slot;
	struct abcast_buffer buffer[ABCAST_BUFFERS];
	uint32_t next; /* the buffer whose turn it is */

	/* Chunks to be put, by id, oldest first; a power of two of places. */
	uint32_t *queue;
	uint32_t queue_mask, queue_head, queue_tail;

	/* Cores that have stopped; places in the tree of root 0. */
	bool any_dead;
	bool evicted; /* others have left me out */
	const struct shape_place *shape;

	uint32_t sent; /* my last chunk that has gone into the queue */
	bool started;  /* the application has just started a broadcast */
	bool late;     /* .. has just chosen how it receives */
	bool discard;  /* the application has ended: nobody takes chunks */
	struct weft_abcast_stats stats;
};
extern struct abcast abcast;

static inline bool abcast_is_relayed(void)
{
	return ABCAST_RELAYS && abcast.relayed;
}

static inline struct abcast_slot *abcast_slot(uint32_t root, uint32_t n)
{
	return &abcast.slot[(root << abcast.window_shift) +
			    (n & (abcast.window - 1))];
}

static inline uint32_t abcast_id(uint32_t root, uint32_t n)
{
	return root << ABCAST_ROOT_SHIFT | (n & ABCAST_N);
}

/* Of a chunk: bytes of its message; its own; is it the last? */
static inline uint32_t abcast_total(const struct abcast_slot *slot)
{
	return slot->length & ABCAST_TOTAL;
}

static inline uint32_t abcast_piece(const struct abcast_slot *slot)
{
	uint32_t left = abcast_total(slot) - slot->offset;
	uint32_t chunk = slot->length >> ABCAST_LINES_SHIFT << 5;

	return left < chunk ? left : chunk;
}

static inline bool abcast_is_last(const struct abcast_slot *slot)
{
	return slot->offset + slot->bytes == abcast_total(slot);
}

/* Where any core shows its counters of a stream. */
static inline uint32_t abcast_counter(uint32_t root)
{
	return abcast.counters + (root << 2);
}

/* What such a word says beyond n: chunks copied, chunks freed. */
static inline int32_t abcast_copied(uint32_t word, uint32_t n)
{
	return (int16_t)(uint16_t)((word >> 16) - n);
}

static inline int32_t abcast_freed(uint32_t word, uint32_t n)
{
	return (int16_t)(uint16_t)(word - n);
}

/* A word of a core's status. */
static inline uint32_t abcast_status(uint32_t word)
{
	return abcast.status + (word << 2);
}

/* abcast_answer.c: the thread has delivered chunks of that stream up to n. */
void abcast_delivered(uint32_t root, uint32_t n);

/* abcast_buffer.c ----------------------------------------------------------- */

/* The buffer whose turn it is, if it is free; else null. */
struct abcast_buffer *abcast_free_buffer(void);
/* Are all of them? */
bool abcast_all_free(void);
/* While a buffer is not free: the child that it waits for. */
uint32_t abcast_awaited_child(const struct abcast_buffer *buffer);
/* A chunk is in it: tell the children of its stream. */
void abcast_announce(struct abcast_buffer *buffer, uint32_t root, uint32_t n);
/* See whether they are free, before one is needed. */
void abcast_reclaim(void);
/* Once more, to the children that it has now. */
ARCH_COLD void abcast_announce_again(uint32_t i);
/* Buffer i holds nothing more: who still reads it will notice. */
ARCH_COLD void abcast_withdraw(uint32_t i);
/* The buffer whose turn it is, is about to be written. */
void abcast_vacate(void);
/* Put a chunk from its slot into it, and announce it. */
void abcast_put(struct abcast_buffer *buffer, uint32_t root, uint32_t n);

/* abcast_tell.c ------------------------------------------------------------- */

/* There is a chunk in it: tell those who are to copy it, or their tellers. */
void abcast_tell(const struct abcast_buffer *buffer);
/*
 * Where relays tell: who has called me, by half of the words?  That is
 * passed on, and looked at later.  True: the other half is to come.
 */
bool abcast_called(void);
ARCH_COLD void abcast_tell_init(void);

/* abcast_credit.c ----------------------------------------------------------- */

/* May I send chunk n?  If not, *lagging is a core that has to free more. */
bool abcast_credit(uint32_t n, uint32_t *lagging);
/* Has everybody freed what is wished to be complete?  Likewise. */
bool abcast_fulfilled(uint32_t *lagging);
/* That core, or those above it, has stopped: chunks of mine go on without it. */
ARCH_COLD void abcast_leave_out(uint32_t core, uint32_t stopped);
/* Some core may miss a message of mine that ended with chunk n: it was left out. */
ARCH_COLD bool abcast_missed(uint32_t n, uint32_t *core);
/* How far that core has freed my stream, as I know. */
ARCH_COLD uint32_t abcast_known(uint32_t core);
/* Does my next message, from chunk n, begin anew for cores that lack some before? */
bool abcast_restart(uint32_t n);
/* It is known, without a look, that this core has freed my chunk n. */
bool abcast_known_freed(uint32_t core, uint32_t n);
/* Any context: I wish to know when all have freed my chunk n. */
void abcast_wish(uint32_t n);
/* Any context: all have freed my chunk n, as far as I know. */
bool abcast_all_freed(uint32_t n);

/* abcast_send.c ------------------------------------------------------------- */

/* Is a chunk waiting to be sent? */
bool abcast_has_more(void);
/* Fill the slot of the next chunk, number n. */
void abcast_take_more(uint32_t n);
/* My chunk n has been put. */
void abcast_was_put(uint32_t n);
/* Is a started broadcast not put to the end?  Any context. */
bool abcast_putting(void);

/* abcast_failure.c ---------------------------------------------------------- */

bool abcast_is_dead(uint32_t core);
/* That core is dead, I hear; if it is me, I am out. */
ARCH_COLD void abcast_hear(uint32_t core);
/* What a header says of the dead: one of them, as rank + 1, or 0. */
uint32_t abcast_news(void);
/* The children of a buffer's chunk, with those of dead ones in their place. */
ARCH_COLD void abcast_list_children(struct abcast_buffer *buffer);
/* Who gives me the chunks of that root: my parent, or who took its place. */
ARCH_COLD uint32_t abcast_parent(uint32_t root);
/* At a tick: whom do I wait for too long?  `lagging`: in my stream, or NOBODY. */
void abcast_watch(uint32_t lagging);
/* Can it be that others take me for dead by now? */
bool abcast_may_be_out(void);
ARCH_COLD void abcast_failure_init(const struct shape_place *shape);

#endif
