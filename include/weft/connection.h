/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Connections: messages that their sender puts where they are to be.
 *
 * A connection goes from one core to one other.  The receiver offers a buffer, and the sender
 * says of each message at which offset in it the data are to be: it manages the buffer, and no
 * data are copied twice (M. A. Parker, "Efficient User-Level Event Notification", Utah
 * 2013, sections 3.3 and 3.4; Hamlyn and Avalanche before it).  What has come the receiver
 * finds in a ring of notes, which say where; it releases each when it has done with the
 * message, and that is the sender's credit for another one.
 *
 * The buffer is in two places, and an offset means the same in both:
 *
 *   near   in the receiver's MPB: zero-copy, read in place
 *   far    in its private memory: the message travels in a slot of the note's, and
 *          receiving copies it to its offset
 *
 * A message is near if the sender hints so, the receiver permits it now, and it lies within
 * the near part; otherwise it is far.
 *
 * Who waits for a message waits for a word of its own MPB, and needs no interrupt.  A
 * doorbell, for a core that computes or waits for many things, is a notification
 * (weft/event.h) beside it: weft_connection_ring.
 *
 * Order: messages of a connection are received in the order of their puts; whoever has a note
 * can read its data.  Notes are released in any order, and count when all before are.
 *
 * Full.  A put waits while as many messages as there are notes have not been released, and
 * for nothing else.  What the sender overwrites in the buffer is its own affair: it may
 * write again where a message was that has been released.
 *
 * Several fibers of a core may put into one connection, or receive from it.
 *
 * MPB, from the symmetric heap: 2 flags, and for each note 16 bytes and a slot, whole lines;
 * the near part.  All: WEFT_ERR_NULL, WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_CONNECTION_H
#define WEFT_CONNECTION_H

#include <weft/event.h>
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
	uint32_t slot;  /* bytes of a far message, at most; 0: all are near */
	uint32_t near;  /* bytes of the buffer that are in the MPB, too */
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
	 * The sender's data.  Received: where they are in private memory; null if they
	 * are near: at weft_connection_near.
	 */
	const void *data;
	uint32_t number; /* set by both: one more than that of the one before */
};

/* This core's ends.  Its members are the library's. */
struct weft_connection {
	struct weft_connection_shape shape;
	weft_rank_t from, to;
	uint32_t flags, ring, slots, stride, near;
	char *buffer;
	uint32_t bytes;
	uint32_t sent, credit;           /* as sender */
	uint32_t received, freed, early; /* as receiver */
};

/*
 * A connection from core `from` to this one, and one of this core to core `to`; either may
 * be WEFT_NOBODY.  Symmetric, as weft_mpb_alloc; have a barrier before anybody uses it.
 * Each core must name those that name it.  WEFT_ERR_RANK.  WEFT_ERR_SIZE: of the shape.
 * WEFT_ERR_SPACE: in the MPB.
 */
int weft_connection_create(struct weft_connection *connection,
			   const struct weft_connection_shape *shape,
			   weft_rank_t from, weft_rank_t to);

/* Give its space back: symmetric, when no core uses it. */
int weft_connection_free(struct weft_connection *connection);

/*
 * As receiver: messages are welcome.  The far buffer is the caller's memory, in use from
 * now on; it may be null, with 0 bytes.  Called again with the same buffer it changes the
 * permission to send near, which binds the sender from when it sees it.  WEFT_ERR_STATE: it
 * has another buffer, or nobody sends here.  WEFT_ERR_SIZE: 512 MB or more.
 */
int weft_connection_accept(struct weft_connection *connection, void *buffer,
			   size_t bytes, bool near);

/*
 * As sender: put a message.  Its data may be reused on return, and note->flags and
 * note->number say what it has become.  WEFT_ERR_TIMEOUT: the receiver has not accepted, or
 * has not released enough; nothing has been sent.  WEFT_ERR_STATE: there is no receiver.
 * WEFT_ERR_RANGE: it lies outside the buffer.  WEFT_ERR_SIZE: it is far, and longer
 * than a slot.
 * Cost: a flag read of the own MPB, a put, a write of 4 words.
 */
int weft_connection_put(struct weft_connection *connection,
			struct weft_note *note, weft_us_t within);

/*
 * The same, and then a notification of the receiver, which posts the event that it has bound
 * to this core, and interrupts it.  Also WEFT_ERR_LIMIT, as weft_notify: the message has
 * been sent.
 */
int weft_connection_ring(struct weft_connection *connection,
			 struct weft_note *note, weft_us_t within);

/*
 * As sender: until the receiver has released the message with that number, and all before
 * it.  WEFT_ERR_TIMEOUT; WEFT_ERR_STATE: it has not been sent.
 */
int weft_connection_wait(struct weft_connection *connection, uint32_t number,
			 weft_us_t within);

/*
 * As receiver: the next message.  It is the receiver's until it is released.
 * WEFT_ERR_TIMEOUT: there was none.  WEFT_ERR_STATE: nobody sends here.
 * WEFT_ERR_DAMAGED: its note names what is no place of the buffer; it has been released.
 * Cost: a wait for a flag; a read of 4 words; a far one, a get from the own MPB.
 */
int weft_connection_receive(struct weft_connection *connection,
			    struct weft_note *note, weft_us_t within);

/* As receiver: where the near part begins, in this core's MPB.  Any context. */
uint32_t weft_connection_near(const struct weft_connection *connection);

/*
 * As receiver: done with the message of that number.  WEFT_ERR_STATE: it has not been
 * received, or has been released.  Cost: a flag write, if all before it have been.
 */
int weft_connection_release(struct weft_connection *connection,
			    uint32_t number);

#ifdef __cplusplus
}
#endif
#endif
