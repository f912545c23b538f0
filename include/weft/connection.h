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
 * the near part; otherwise it is far.  A far one that is longer than a slot travels in
 * several, each with a note of its own, which receiving releases by itself; the receiver
 * gets the message when it is whole.  So a long message needs notes that are not held:
 * who holds some messages of a connection, and receives, has only the others' for it.
 *
 * A put copies before it returns; weft_connection_put_start leaves that to the chip's
 * engine, where there is one, or to a queue, until there is credit.
 *
 * Who waits for a message waits for a word of its own MPB, and needs no interrupt.  A
 * doorbell, for a core that computes or waits for many things, is a notification
 * (weft/event.h) beside it: weft_connection_ring.
 *
 * Order: messages of a connection are received in the order of their puts; whoever has a note
 * can read its data.  Notes are released in any order, and count when all before are.
 *
 * Full.  A put waits while as many messages, or parts, as there are notes have not been
 * released, and for nothing else.  What the sender overwrites in the buffer is its own
 * affair: it may write again where a message was that has been released.
 *
 * Several fibers of a core may put into one connection, or receive from it.
 *
 * MPB, from the symmetric heap: 2 flags, and for each note 16 bytes and a slot, whole lines;
 * the near part.  All: WEFT_ERR_NULL; WEFT_ERR_STATE for a connection that is not there: zeroes,
 * one whose creation failed, one that has been freed; WEFT_ERR_CONTEXT.  Thread.
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
	uint32_t
		slot; /* bytes of a far message, or of each part; 0: all are near */
	uint32_t near; /* bytes of the buffer that are in the MPB, too */
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
	/* Set by both: more than that of the one before, by one if that was one part. */
	uint32_t number;
};

struct weft_sending;

/* This core's ends.  Its members are the library's. */
struct weft_connection {
	struct weft_connection_shape shape;
	weft_rank_t from, to;
	uint32_t flags, ring, slots, stride, near;
	char *buffer;
	uint32_t bytes;
	uint32_t sent, credit;           /* as sender */
	uint32_t received, freed, early; /* as receiver */
	/* What has been started and not gone, and how to bring it on. */
	struct weft_sending *first, *last;
	int (*drain)(struct weft_connection *connection, uint64_t deadline);
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

/*
 * Give its space back: symmetric, when no core uses it.  WEFT_ERR_STATE: something that this
 * core has started has not gone.
 */
int weft_connection_free(struct weft_connection *connection);

/*
 * As receiver: messages are welcome.  It writes a word at the sender, so have a barrier
 * between the creation and this: where the sender has not created its end yet that word is
 * lost, and its puts wait for "a connection to be accepted".  The far buffer is the
 * caller's memory, in use from now on; it may be null, with 0 bytes.  Called again with the
 * same buffer it changes the permission to send near, which binds the sender from when it
 * sees it.  WEFT_ERR_STATE: it has another buffer, or nobody sends here.  WEFT_ERR_SIZE:
 * 512 MB or more.
 */
int weft_connection_accept(struct weft_connection *connection, void *buffer,
			   size_t bytes, bool near);

/*
 * As sender: put a message.  Its data may be reused on return, and note->flags and
 * note->number say what it has become.  WEFT_ERR_TIMEOUT: the receiver has not accepted, or
 * has not released enough; it will not get the message, but a part of one that is longer
 * than a slot may lie in its buffer already.  WEFT_ERR_STATE: there is no receiver.
 * WEFT_ERR_RANGE: it lies outside the buffer.  WEFT_ERR_SIZE: it is far, and there are
 * no slots.
 * Cost: a flag read of the own MPB, a put, a write of 4 words; for each part.
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
 * A put that has been started.  Until its request is REUSABLE, this, the note and the data
 * are the library's, and may not move: of data that are changed earlier it is not known which
 * version the receiver gets.
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
 * As sender: start a put and return.  Its request is REUSABLE when all has been copied and
 * the note been written; COMPLETE, when they are visible there.  Puts go in the order
 * of their starts, and before later ones by weft_connection_put.  Where the chip has an
 * engine that can, it copies; elsewhere the core does, during this call if there is
 * credit.  What there is none for waits in a queue, and goes when this core next tests or
 * waits for a request of this connection, puts or starts something here, or flushes it.
 * Errors: those of weft_connection_put; WEFT_ERR_STATE also if the receiver has not
 * accepted, or the request is in use.  Then nothing has been started.
 */
int weft_connection_put_start(struct weft_connection *connection,
			      struct weft_note *note,
			      struct weft_sending *sending);

/*
 * As sender: until all that has been started here has gone.  A fiber that calls this is the
 * one that sends while the others compute.  WEFT_ERR_TIMEOUT.
 */
int weft_connection_flush(struct weft_connection *connection, weft_us_t within);

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
 * Cost: a wait for a flag; a read of 4 words; a far one, a get from the own MPB.  Parts of
 * a long message each cost that, and a flag write; within that time, all of them.
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
