/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inbox: room for what other cores send, and its delivery to the application.
 *
 * Messages come in chunks.  All chunks that one core ever sends to an inbox are its
 * *stream*, numbered over all its messages.  An inbox has W slots of private
 * memory for each stream; chunk n goes to slot n mod W.  It hands each chunk over
 * once, in the order of its stream, in the way that the application chooses:
 *
 *   by chunk, in the handler  as it comes                    inbox_on_chunk
 *   by chunk, in the thread   in inbox_poll and in waits     inbox_on_chunk
 *   by message                out of slots, up to W chunks   inbox_recv
 *   by posted buffer          longer ones, in place there    inbox_post
 *
 * What has come before the application has chosen waits in its slots.
 *
 * A chunk may also belong to no message (INBOX_NO_MESSAGE).  It counts in its stream
 * and is never handed over; a client sends one to tell what only a chunk can tell.
 *
 * A client (asynchronous broadcast is one) moves the chunks.  It has one struct
 * inbox for each class of messages, and brings:
 *   - who may send: a sender has credit (credit.h), so that chunk n
 *     comes only when the slot of chunk n - W is free;
 *   - for each chunk: it fills inbox_slot(), copies the data to inbox_place_of(),
 *     and then calls inbox_arrived(), chunk after chunk of a stream;
 *   - delivered(): the application has done with more of a stream, so that
 *     the client may give credit for it.
 * It gets `delivered` of each stream, which counts the chunks that have been handed
 * over.  A client that waits in the thread for something of its own hands chunks
 * over meanwhile (inbox_ready, inbox_deliver).
 *
 * A message longer than W chunks needs a buffer that its receiver has posted, and
 * the sender must know that before it sends: of each core that takes whole
 * messages (inbox_has_posted).  Who takes chunks takes messages of any length; how a
 * sender knows of that is the client's matter.  Only what an image uses of the four
 * ways is linked.
 *
 * Context and cost: what the client calls is inside the gate, does not wait, and costs
 * some ten instructions beside the application's function.  Memory: count * W
 * chunks, and 24 bytes for each; 8 for each stream.  MPB: none, but for posted buffers
 * four bytes a core.  Errors are those of weft/abcast.h, of the functions with those
 * names.
 */
#ifndef COLLECTIVES_ABCAST_INBOX_H
#define COLLECTIVES_ABCAST_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/bell.h"

#include <weft/abcast.h>

enum {
	INBOX_LONGEST = 1 << 24, /* bytes of a message */
	INBOX_TOTAL = (1 << 25) - 1,
	INBOX_NO_MESSAGE = INBOX_TOTAL, /* as a total: a chunk of no message */
	INBOX_NOBODY = 0xffff,
	INBOX_CORES = ARCH_CORES_MAX < 1024 ? ARCH_CORES_MAX : 1024,
};
#define INBOX_MESSAGE (UINT32_MAX >> 1)

/* Chunk n of a stream, at n mod W. */
struct inbox_slot {
	char *store;      /* room for a chunk */
	const char *data; /* where its bytes are: there, or elsewhere */
	uint32_t message; /* its number; above INBOX_MESSAGE the client's */
	uint32_t length;  /* bytes of that; above INBOX_TOTAL the client's */
	uint32_t offset, bytes; /* of this chunk */
};

struct inbox_stream {
	uint32_t come;               /* chunks; the client's to count */
	volatile uint32_t delivered; /* the thread's, where that delivers */
};

struct inbox;

/* A way to deliver.  Inside the gate, but for what is marked. */
struct inbox_delivery {
	/* Where the bytes are to go.  Null: always to the slot's store. */
	char *(*place)(struct inbox *inbox, uint32_t from,
		       const struct inbox_slot *slot);
	/* It is there.  True: delivered; false: the thread will take it. */
	bool (*arrived)(struct inbox *inbox, uint32_t from, uint32_t n);
	/* As inbox_break_off, inbox_begin_anew.  Null: no matter. */
	void (*broken_off)(struct inbox *inbox, uint32_t from);
	void (*begun_anew)(struct inbox *inbox, uint32_t from,
			   uint32_t message);
	/* Thread: as inbox_ready and inbox_deliver.  Null: never. */
	bool (*ready)(const struct inbox *inbox);
	bool (*deliver)(struct inbox *inbox);
	/*
	 * Masked, of whole messages: the next one, if that is whole elsewhere
	 * than in slots; one has been taken from its slots.  Null: all are in
	 * slots.
	 */
	bool (*take)(struct inbox *inbox, uint32_t from,
		     struct weft_message *message);
	void (*taken)(struct inbox *inbox, uint32_t from);
};

struct inbox {
	uint32_t me, count;
	uint32_t chunk;                   /* bytes of a slot */
	uint32_t window, shift;           /* W = 2^shift */
	struct inbox_slot *slot;          /* W of each core */
	struct inbox_stream *stream;      /* one a core */
	void (*delivered)(uint32_t from); /* the client's; masked */

	const struct inbox_delivery *delivery;
	bool late;    /* .. has just been chosen: inbox_catch_up */
	bool closed;  /* the client: nothing more will come */
	bool calling; /* the thread, in the handler: it is not called again */
	const struct weft_fiber *caller; /* the fiber that is there */
	weft_chunk_handler *handler;
	void *arg;

	/* Streams with something for the thread; and where it goes on. */
	uint32_t ready[(INBOX_CORES + 31) / 32], turn;
	struct inbox_posts *posts; /* null: no buffers can be posted */

	const char *what; /* the client's: what is waited for, for records */
};

/* The client's side -------------------------------------------------------- */

/*
 * At start: slots of `chunk` bytes for each of the run's cores; `own`: for this
 * core's own stream, too.  W is a power of two, `window` at most, and less where
 * the slots would take more than a quarter of private memory.  All counts begin with
 * `epoch`.  Panics if there is no room.
 */
ARCH_COLD void inbox_place(struct inbox *inbox, uint32_t chunk, uint32_t window,
			   bool own, uint32_t epoch);

static inline struct inbox_slot *inbox_slot(const struct inbox *inbox,
					    uint32_t from, uint32_t n)
{
	return &inbox->slot[(from << inbox->shift) + (n & (inbox->window - 1))];
}

static inline uint32_t inbox_total(const struct inbox_slot *slot)
{
	return slot->length & INBOX_TOTAL;
}

static inline bool inbox_is_last(const struct inbox_slot *slot)
{
	return slot->offset + slot->bytes == inbox_total(slot);
}

static inline bool inbox_is_no_message(const struct inbox_slot *slot)
{
	return inbox_total(slot) == INBOX_NO_MESSAGE;
}

/* The longest message that needs no posted buffer. */
static inline uint32_t inbox_eager(const struct inbox *inbox)
{
	return inbox->chunk << inbox->shift;
}

/* Where the bytes of this chunk, whose slot is filled, are to go. */
static inline char *inbox_place_of(struct inbox *inbox, uint32_t from,
				   struct inbox_slot *slot)
{
	char *to = slot->store;

	if (inbox->delivery->place) {
		to = inbox->delivery->place(inbox, from, slot);
	}
	slot->data = to;
	return to;
}

/* Chunk n, which `come` counts, is there. */
void inbox_arrived(struct inbox *inbox, uint32_t from, uint32_t n);

/*
 * If inbox->late: delivers what had come before the application chose, and calls
 * delivered() of all streams.  In the client's round, before it takes more.
 */
ARCH_COLD void inbox_catch_up(struct inbox *inbox);

/*
 * The rest of a message that has partly come will not: what is there of it is
 * forgotten, and where it is delivered by chunks, it is delivered all the same.
 */
static inline void inbox_break_off(struct inbox *inbox, uint32_t from)
{
	if (inbox->delivery->broken_off) {
		inbox->delivery->broken_off(inbox, from);
	}
}

/* After that `come` goes on, before the first chunk of this message. */
static inline void inbox_begin_anew(struct inbox *inbox, uint32_t from,
				    uint32_t message)
{
	if (inbox->delivery->begun_anew) {
		inbox->delivery->begun_anew(inbox, from,
					    message & INBOX_MESSAGE);
	}
}

/* main has ended: what is there and what comes counts as delivered.  Masked. */
ARCH_COLD void inbox_drop(struct inbox *inbox);

/* Is there something for the thread to deliver?  Any context. */
static inline bool inbox_ready(const struct inbox *inbox)
{
	return inbox->delivery->ready && inbox->delivery->ready(inbox);
}

/* One of it.  False: there was none.  Thread. */
static inline bool inbox_deliver(struct inbox *inbox)
{
	return inbox->delivery->deliver(inbox);
}

/* The application's side ---------------------------------------------------- */

/*
 * As the functions of weft/abcast.h say.  An inbox that has not been placed in this
 * run, all zeroes, gives WEFT_ERR_LIMIT.  Thread.
 */
ARCH_COLD int inbox_on_chunk(struct inbox *inbox, weft_chunk_handler *handler,
			     void *arg, enum weft_where where);
uint32_t inbox_poll(struct inbox *inbox, uint32_t most, weft_us_t within);
int inbox_recv(struct inbox *inbox, void *buffer, size_t size,
	       struct weft_message *message, weft_us_t within);
int inbox_post(struct inbox *inbox, uint32_t from, void *buffer, size_t size);

/*
 * A way of a client's own.  WEFT_ERR_STATE: another one has been chosen already;
 * the same once more is no error.
 */
ARCH_COLD int inbox_choose(struct inbox *inbox,
			   const struct inbox_delivery *delivery);

/* For ways to deliver ------------------------------------------------------- */

/* Before the application has chosen. */
extern const struct inbox_delivery inbox_undecided;

/*
 * The thread has delivered chunks of that stream up to n; those behind it that belong
 * to no message go with them.  Thread, masked, gate.
 */
void inbox_delivered(struct inbox *inbox, uint32_t from, uint32_t n);

/* Is any stream ready?  Which, from inbox->turn on, round about; or INBOX_NOBODY. */
bool inbox_any_ready(const struct inbox *inbox);
uint32_t inbox_next_ready(const struct inbox *inbox);

/* Out of slots, by message: inbox_message.c. */
extern const struct inbox_delivery inbox_messages;
bool inbox_message_arrived(struct inbox *inbox, uint32_t from, uint32_t n);
ARCH_COLD void inbox_message_broken_off(struct inbox *inbox, uint32_t from);

/* Posted buffers: inbox_post.c ------------------------------------- */

struct inbox_posting;

struct inbox_posts {
	const struct inbox_delivery *delivery;
	void (*begun)(struct inbox *inbox, uint32_t message);
	bool (*has_posted)(struct inbox *inbox, uint32_t core, uint32_t bytes);
	uint32_t row;     /* offset of this core's words, four bytes each */
	uint32_t started; /* long messages of mine, .. */
	uint32_t left;    /* .. and of those, what has begun to leave */
	struct inbox_posting *posting; /* one a core */
};

/* At start, where a program posts some: `row` has room for four bytes a core. */
ARCH_COLD void inbox_posts_place(struct inbox *inbox, struct inbox_posts *posts,
				 uint32_t row);

/*
 * A long message of mine: it is to be sent; it is not, after all; its first chunk is
 * about to leave.  Masked, or gate.
 */
static inline void inbox_long_started(struct inbox *inbox)
{
	if (inbox->posts) {
		inbox->posts->started++;
	}
}

static inline void inbox_long_taken_back(struct inbox *inbox)
{
	if (inbox->posts) {
		inbox->posts->started--;
	}
}

static inline void inbox_long_begun(struct inbox *inbox, uint32_t message)
{
	if (inbox->posts) {
		inbox->posts->begun(inbox, message);
	}
}

/*
 * Has that core posted a buffer for this core's next message, if that is so long?  One word
 * read.  Thread.
 */
static inline bool inbox_has_posted(struct inbox *inbox, uint32_t core,
				    uint32_t bytes)
{
	return inbox->posts && inbox->posts->has_posted(inbox, core, bytes);
}

static inline bool inbox_is_posted(const struct inbox_slot *slot)
{
	return slot->data != slot->store;
}

#endif
