/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Connections: what is where, for connection.c, connection_put.c, connection_receive.c.
 *
 * In each core's MPB, for the core that sends to it:
 *
 *  ring   a note of 4 words for each message under way, number n in place n modulo their
 *         number: the stamp n + 1, written last and read first; the offset; the bytes,
 *         in the highest bit whether they are near, and in the next one whether more of
 *         the message follows; the application's word
 *  slots  one a note, for a far message
 *  near   the buffer's near part
 *
 * All of this is written by the sender alone.  For the core that it sends to, which
 * writes them:
 *
 *  GRANT     0: not accepted yet; else 1, 2 more if messages may be near, and four times
 *            the bytes of the far buffer
 *  RELEASED  how many messages, from the first on, have been released
 *
 * A far message that is longer than a slot comes in parts, one a slot: all but its first
 * slot's bytes, then these, with the note of the whole.  So a receiver copies each part to
 * where its note says, and needs to remember nothing: parts of several messages may be
 * mixed, and a message that is given up in its middle leaves nothing to be undone.
 *
 * Data are put before the note that tells of them, at one core, which is order enough; the
 * receiver reads them before it writes RELEASED, and the sender waits for that before it
 * uses a note or a slot again.  models/connection.pml searches this.
 */
#ifndef MESSAGES_CONNECTION_H
#define MESSAGES_CONNECTION_H

#include "arch/arch.h"
#include "runtime/mpb_map.h"
#include "topology/arith.h"

#include <weft/connection.h>

enum {
	CONNECTION_GRANT,
	CONNECTION_RELEASED,
	CONNECTION_FLAGS,
	/* of GRANT */
	CONNECTION_ACCEPTED = 1,
	CONNECTION_MAY_BE_NEAR = 2,
	CONNECTION_BYTES_SHIFT = 2,
	CONNECTION_BYTES_BITS = 29, /* so that all of it is positive */
	/* words of a note */
	NOTE_STAMP = 0,
	NOTE_OFFSET,
	NOTE_BYTES,
	NOTE_USER,
	NOTE_WORDS,
	/* bytes of a note, whole lines */
	NOTE_SIZE = (NOTE_WORDS * sizeof(uint32_t) + ARCH_LINE - 1) &
		    -(int)ARCH_LINE,
};

/* In NOTE_BYTES. */
#define NOTE_IS_NEAR  (UINT32_C(1) << 31)
#define NOTE_HAS_MORE (UINT32_C(1) << 30)

/* Zeroes, one whose creation failed, and one that has been freed have no notes. */
static inline bool connection_lives(const struct weft_connection *c)
{
	return c->shape.notes > 0;
}

static inline uint32_t connection_flag(const struct weft_connection *c,
				       uint32_t i)
{
	return rt_flag(c->flags, i);
}

static inline uint32_t connection_place(const struct weft_connection *c,
					uint32_t number)
{
	return number & (c->shape.notes - 1);
}

static inline uint32_t connection_note(const struct weft_connection *c,
				       uint32_t number)
{
	return c->ring + connection_place(c, number) * NOTE_SIZE;
}

static inline uint32_t connection_slot(const struct weft_connection *c,
				       uint32_t number)
{
	return c->slots + arith_mul(connection_place(c, number), c->stride);
}

/* Where the first part of a message begins in it, and the one after; 0 is the last one's. */
static inline uint32_t connection_part_after(const struct weft_connection *c,
					     const struct weft_note *note,
					     uint32_t at)
{
	at += c->shape.slot;
	return !(note->flags & WEFT_NEAR) && at < note->bytes ? at : 0;
}

static inline uint32_t connection_part(const struct weft_connection *c,
				       const struct weft_note *note,
				       uint32_t at)
{
	uint32_t bytes = note->bytes - at;

	return note->flags & WEFT_NEAR || bytes < c->shape.slot ? bytes
								: c->shape.slot;
}

/* Of the receiver's MPB: where the next part goes. */
static inline uint32_t connection_place_of(const struct weft_connection *c,
					   const struct weft_note *note)
{
	return note->flags & WEFT_NEAR ? c->near + note->offset
				       : connection_slot(c, c->sent);
}

static inline bool connection_has_credit(const struct weft_connection *c)
{
	return (int32_t)(c->credit - c->sent) > 0;
}

/* connection_put.c, for connection_start.c: */

/* Near or far, if it may be there: note->flags, or an error. */
int connection_choose(const struct weft_connection *c, struct weft_note *note,
		      uint32_t grant);
/* Look how many have been released. */
void connection_look(struct weft_connection *c);
int connection_await_credit(struct weft_connection *c, uint64_t deadline);
/* The data of that part are there: write its note. */
void connection_tell(struct weft_connection *c, struct weft_note *note,
		     uint32_t at);

/* Does that lie in a buffer of `size` bytes? */
static inline bool connection_has(uint32_t offset, uint32_t bytes,
				  uint32_t size)
{
	return bytes <= size && offset <= size - bytes;
}

#endif
