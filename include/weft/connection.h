/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Connections: the sender of a message puts it into its final place at the
 * receiver.
 *
 * A connection goes from one core to one other.  The receiver offers a buffer,
 * and the sender says for each message at which offset of the buffer its data
 * go.  So the sender manages the buffer, and no data are copied twice (M. A.
 * Parker, "Efficient User-Level Event Notification", Utah 2013, sections 3.3
 * and 3.4; Hamlyn and Avalanche before it).  The receiver finds a note of each
 * message in a ring; the note says where the data are.  The receiver releases
 * each note when it has done with the message, and that is the sender's credit
 * for another one.
 *
 * The buffer is in two places, and an offset means the same in both:
 *
 *   near   in the receiver's MPB: zero-copy, read in place
 *   far    in its private memory: the message travels in a slot beside the
 *          note, and receiving copies it to its offset
 *
 * A message is near if the sender hints so, the receiver permits it now, and it
 * lies within the near part.  Otherwise it is far.  A far message that is
 * longer than a slot travels in several slots, each with a note of its own.
 * Receiving releases these notes by itself, and the receiver gets the message
 * when it is whole.  So a long message needs notes that are not held: if the
 * receiver still holds some messages of a connection, only the other notes are
 * left for it.
 *
 * A put copies before it returns.  weft_connection_put_start leaves the copy to
 * the chip's engine, where there is one, or puts the message into a queue until
 * there is credit.
 *
 * A receiver that waits for a message waits for a word of its own MPB, and
 * needs no interrupt.  For a core that computes or waits for many things there
 * is a doorbell: after a put, the sender calls weft_notify (weft/event.h).
 *
 * Order: messages of a connection are received in the order of their puts.  A
 * receiver that has a note can read its data.  Notes are released in any order,
 * and one counts when all before it are released.
 *
 * Full.  A put waits while the number of messages, or parts, that have not been
 * released equals the number of notes.  It waits for no other reason.  weft
 * does not guard the buffer's data: the sender itself sees to it that it
 * overwrites a message only when that has been released.
 *
 * Several fibers of a core may put into one connection, or receive from it.
 *
 * MPB, from the symmetric heap: 2 flags; for each note 16 bytes and a slot,
 * whole lines; the near part.  All: WEFT_ERR_NULL; WEFT_ERR_STATE for a
 * connection that is not there: zeroes, one whose creation failed, one that has
 * been freed; WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_CONNECTION_H
#define WEFT_CONNECTION_H

#include <weft/event.h>
#include <weft/rma.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_NOTES = 32 /* of a connection, at most */
};

/* What a connection has room for; the same on all cores. */
struct weft_connection_shape {
	uint32_t notes; /* a power of two, up to WEFT_NOTES */
	uint32_t slot;  /* bytes of a far message or a part; 0: all are near */
	uint32_t near;  /* so many bytes of the buffer are in the MPB, too */
};

enum weft_note_flags {
	WEFT_NEAR = 1,
};

/* A message, as its sender describes it, and as its receiver finds it. */
struct weft_note {
	uint32_t flags; /* WEFT_NEAR: a hint; of a message sent, what it was */
	uint32_t user;  /* the application's */
	uint32_t offset, bytes; /* where in the receiver's buffer */
	/*
	 * The sender's data.  In a note that has been received, it says where the
	 * data are in private memory.  It is null if they are near: then they are
	 * in the MPB, `offset` bytes behind the connection's `near`.
	 */
	const void *data;
	/*
	 * Set by both.  The number is greater than that of the message before,
	 * by one if that message was one part.
	 */
	uint32_t number;
};

struct weft_sending;

/* This core's ends.  All members but `near` are the library's. */
struct weft_connection {
	struct weft_connection_shape shape;
	uint32_t near; /* where the near part begins, in this core's MPB */
	weft_rank_t from, to;
	uint32_t flags, ring, slots, stride;
	char *buffer;
	uint32_t bytes;
	uint32_t sent, credit;           /* as sender */
	uint32_t received, freed, early; /* as receiver */
	/* The puts that are started and not gone, and how to bring them on. */
	struct weft_sending *first, *last;
	int (*drain)(struct weft_connection *connection, uint64_t deadline);
};

/*
 * Make a connection from core `from` to this one, and one of this core to core
 * `to`.  Either may be WEFT_NOBODY.  Symmetric, as weft_mpb_alloc; have a
 * barrier before any core uses it.  Each core must name those that name it.
 * WEFT_ERR_RANK.  WEFT_ERR_SIZE: of the shape.  WEFT_ERR_SPACE: in the MPB, of
 * which WEFT_MPB_HEAP (weft/mpb.h) asks for more.
 */
int weft_connection_create(struct weft_connection *connection,
			   const struct weft_connection_shape *shape,
			   weft_rank_t from, weft_rank_t to);

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: a put
 * that this core has started has not gone.
 */
int weft_connection_free(struct weft_connection *connection);

/*
 * As receiver, accept messages from now on.  The far buffer is the caller's
 * memory, in use from now on; it may be null, with 0 bytes.  Called again with
 * the same buffer this changes the permission to send near, which binds the
 * sender from when it sees it.
 *
 * It writes a word at the sender, so have a barrier between the creation and
 * this.  If the sender has not created its end yet, that word is lost, and the
 * sender's puts wait for "a connection to be accepted".  WEFT_ERR_STATE: it has
 * another buffer, or no core sends here.  WEFT_ERR_SIZE: 512 MB or more.
 */
int weft_connection_accept(struct weft_connection *connection, void *buffer,
			   size_t bytes, bool near);

/*
 * As sender, put a message.  Its data may be reused on return.  note->flags and
 * note->number then say whether it went near, and its number.
 *
 * WEFT_ERR_TIMEOUT: the receiver has not accepted, or has not released enough.
 * It will not get the message, but a part of one that is longer than a slot may
 * lie in its buffer already.  WEFT_ERR_STATE: there is no receiver.
 * WEFT_ERR_RANGE: it lies outside the buffer.  WEFT_ERR_SIZE: it is far, and
 * there are no slots.
 *
 * Cost, for each part: a flag read of the own MPB, a put, a write of 4 words.
 */
WEFT_REGISTERS int weft_connection_put(struct weft_connection *connection,
				       struct weft_note *note,
				       weft_us_t within);

/*
 * A put that has been started.  Until its request is REUSABLE, this, the note
 * and the data are the library's, and may not move.  If the data are changed
 * earlier, it is not known which version the receiver gets.
 */
struct weft_sending {
	struct weft_request request; /* for weft_test and weft_wait */
	/* Only the library uses these. */
	struct weft_connection *connection;
	struct weft_note *note;
	struct weft_sending *next;
	uint32_t at;
	int32_t ticket;
	bool copies;
};

/*
 * As sender, start a put and return.  Its request is REUSABLE when all data
 * have been copied and the note has been written.  It is COMPLETE when both are
 * visible at the receiver.  Puts go in the order of their starts, and before
 * later ones by weft_connection_put.
 *
 * Where the chip has an engine that can copy, the engine copies.  Elsewhere the
 * core does, during this call if there is credit.  Without credit the put waits
 * in a queue.  It goes when this core next tests or waits for a request of this
 * connection, or puts or starts another message here.  So a fiber that waits for the
 * request of the last put sends all of them while the other fibers compute.
 *
 * Errors: those of weft_connection_put; WEFT_ERR_STATE also if the receiver has
 * not accepted, or the request is in use.  After an error no put has been
 * started.
 */
int weft_connection_put_start(struct weft_connection *connection,
			      struct weft_note *note,
			      struct weft_sending *sending);

/*
 * As sender, wait until the receiver has released the message with that number,
 * and all before it.  WEFT_ERR_TIMEOUT; WEFT_ERR_STATE: it has not been sent.
 */
int weft_connection_wait(struct weft_connection *connection, uint32_t number,
			 weft_us_t within);

/*
 * As receiver, take the next message.  It is the receiver's until it is
 * released.  WEFT_ERR_TIMEOUT: there was none.  WEFT_ERR_STATE: no core sends
 * here.  WEFT_ERR_DAMAGED: its note names a place outside the buffer; it has
 * been released.
 *
 * Cost: a wait for a flag, and a read of 4 words; for a far message also a get
 * from the own MPB.  Each part of a long message costs that, and a flag write;
 * `within` is for all of them together.
 */
WEFT_REGISTERS int weft_connection_receive(struct weft_connection *connection,
					   struct weft_note *note,
					   weft_us_t within);

/*
 * As receiver, release the message of that number.  WEFT_ERR_STATE: it has not
 * been received, or has been released.  Cost: a flag write, if all before it
 * have been.
 */
WEFT_REGISTERS int weft_connection_release(struct weft_connection *connection,
					   uint32_t number);

#ifdef __cplusplus
}
#endif
#endif
